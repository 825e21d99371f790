import numpy as np

def softmax(scores):
    ez = np.exp(scores - scores.max())
    return ez / ez.sum()

def attention_scores(Q, K): return Q @ K.T * np.sqrt(Q.shape[1])

def attention(Q, K, V): return (w := softmax(attention_scores(Q, K))) @ V, w

def self_attention(X, W_q, W_k, W_v): return attention(X @ W_q, X @ W_k, X @ W_v)
