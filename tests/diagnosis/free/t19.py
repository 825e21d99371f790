import torch, math

def softmax(scores):
    t = scores - scores.amax(dim=-1, keepdim=True)
    t = torch.exp(t)
    return t / t.sum(dim=-1, keepdim=True)

def attention_scores(Q, K):
    dk = K.shape[-1]
    return Q @ K.T / math.sqrt(dk)

def attention(Q, K, V):
    dk = K.shape[-1]
    # softmax(QK^T) / sqrt(dk) * V
    w = softmax(Q @ K.T) / math.sqrt(dk)
    return w @ V, w

def self_attention(X, W_q, W_k, W_v):
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    return attention(Q, K, V)
