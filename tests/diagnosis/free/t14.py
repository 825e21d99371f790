import numpy as np


def softmax(scores):
    # odejmuję maksimum w wierszu
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1)


def attention_scores(Q, K):
    return (Q @ K.T) / (Q.shape[1] ** 0.5)


def attention(Q, K, V):
    wagi = softmax(attention_scores(Q, K))
    wynik = wagi @ V
    return wynik, wagi


def self_attention(X, W_q, W_k, W_v):
    zapytania, klucze, wartosci = X @ W_q, X @ W_k, X @ W_v
    return attention(zapytania, klucze, wartosci)
