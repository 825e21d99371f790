import numpy as np


def softmax(scores):
    y = np.exp(scores)
    return y / y.sum(1, keepdims=True)


def attention_scores(Q, K):
    # produto escalar entre perguntas e chaves
    return Q @ K / np.sqrt(Q.shape[1])


def attention(Q, K, V):
    pesos = softmax(attention_scores(Q, K))
    saida = pesos @ V
    return saida, pesos


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
