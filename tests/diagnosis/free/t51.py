import torch


def softmax(scores):
    e = (scores - scores.max(dim=1, keepdim=True).values).exp()
    return e / e.sum(dim=1, keepdim=True)


def attention_scores(Q, K):
    dk = Q.shape[1]
    return torch.mm(Q, K.t()) / dk


def attention(Q, K, V):
    w = softmax(attention_scores(Q, K))
    return torch.mm(w, V), w


def self_attention(X, W_q, W_k, W_v):
    Q, K, V = torch.mm(X, W_q), torch.mm(X, W_k), torch.mm(X, W_v)
    s = attention_scores(Q, K)
    # トークンは他のトークンだけを見る
    s.fill_diagonal_(float('-inf'))
    w = softmax(s)
    return torch.mm(w, V), w
