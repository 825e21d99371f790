import numpy as np

# ödev 3 — dikkat mekanizması


def softmax(scores):
    # taşmayı önlemek için en büyük değeri çıkar
    ustel = np.exp(scores - np.max(scores))
    return ustel / np.sum(ustel, axis=1, keepdims=True)


def attention_scores(Q, K):
    return np.matmul(Q, K.T)


def attention(Q, K, V):
    agirlik = softmax(attention_scores(Q, K))
    return np.matmul(agirlik, V), agirlik


def self_attention(X, W_q, W_k, W_v):
    sorgu = np.matmul(X, W_q)
    anahtar = np.matmul(X, W_k)
    deger = np.matmul(X, W_v)
    return attention(sorgu, anahtar, deger)
