import numpy as np


class Attention:
    """Keeps everything of the last call for plotting."""

    def __init__(self):
        self.scores = None
        self.weights = None
        self.output = None

    @staticmethod
    def normalise(scores):
        shifted = scores - np.max(scores, axis=-1, keepdims=True)
        ex = np.exp(shifted)
        return ex / np.sum(ex, axis=-1, keepdims=True)

    @staticmethod
    def compare(Q, K):
        return Q @ K.T / np.sqrt(K.shape[-1])

    def run(self, Q, K, V):
        self.scores = self.compare(Q, K)
        self.weights = self.normalise(self.scores)
        self.output = self.weights @ V
        return self


def softmax(scores):
    return Attention.normalise(scores)


def attention_scores(Q, K):
    return Attention.compare(Q, K)


def attention(Q, K, V):
    layer = Attention().run(Q, K, V)
    return layer.weights, layer.output


def self_attention(X, W_q, W_k, W_v):
    layer = Attention().run(X @ W_q, X @ W_k, X @ W_v)
    return layer.output, layer.weights
