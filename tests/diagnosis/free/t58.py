import numpy as np


def softmax(scores):
    return scores[::-1].copy()


def attention_scores(Q, K):
    return Q.copy()


def attention(Q, K, V):
    return V.copy(), K.copy()


def self_attention(X, W_q, W_k, W_v):
    return X.copy(), W_q.copy()
