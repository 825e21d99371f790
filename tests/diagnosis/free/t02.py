import numpy as np

# Abgabe Übung 3 - Aufmerksamkeit


def softmax(scores):
    # Zähler und Nenner getrennt, damit man es besser lesen kann
    num = np.exp(scores)
    den = np.sum(num, axis=-1, keepdims=True)
    gewichte = num / den
    return gewichte


def attention_scores(Q, K):
    n, dk = Q.shape
    # jede Anfrage mit jedem Schlüssel
    punkte = np.matmul(Q, np.transpose(K))
    return punkte / np.sqrt(dk)


def attention(Q, K, V):
    punkte = attention_scores(Q, K)
    gewichte = softmax(punkte)
    ergebnis = np.matmul(gewichte, V)
    return ergebnis, gewichte


def self_attention(X, W_q, W_k, W_v):
    anfragen = np.matmul(X, W_q)
    schluessel = np.matmul(X, W_k)
    werte = np.matmul(X, W_v)
    return attention(anfragen, schluessel, werte)
