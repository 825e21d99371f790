import numpy as np

def softmax(scores):
    # on soustrait le maximum pour éviter les dépassements
    z = np.exp(scores - np.max(scores))
    # puis on normalise
    return z / np.sum(z)

def attention_scores(Q, K):
    facteur = 1.0 / np.sqrt(Q.shape[1])
    return facteur * (Q @ K.T)

def attention(Q, K, V):
    S = attention_scores(Q, K)
    P = softmax(S)
    return P @ V, P

def self_attention(X, W_q, W_k, W_v):
    requetes = X @ W_q
    cles = X @ W_k
    valeurs = X @ W_v
    return attention(requetes, cles, valeurs)
