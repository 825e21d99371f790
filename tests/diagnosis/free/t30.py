import numpy as np


def softmax(scores):
    # esponenziale di ogni punteggio, poi somma per riga
    esp = np.exp(scores)
    somma = esp.sum(axis=1).reshape(-1, 1)
    return esp / somma


def attention_scores(Q, K):
    dimensione = Q.shape[1]
    punteggi = np.dot(Q, K.T) / dimensione
    return punteggi


def attention(Q, K, V):
    pesi = softmax(attention_scores(Q, K))
    uscita = np.dot(pesi, V)
    return uscita, pesi


def self_attention(X, W_q, W_k, W_v):
    return attention(np.dot(X, W_q), np.dot(X, W_k), np.dot(X, W_v))
