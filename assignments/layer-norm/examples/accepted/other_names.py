"""Other names, another order of arguments, and a demo at the end."""

import torch


def normalize(inputs, epsilon=1e-8):
    centred = inputs - inputs.mean(1, keepdim=True)
    return centred / (centred.square().mean(1, keepdim=True) + epsilon) ** 0.5


def layernorm(inputs, bias, weight):
    return normalize(inputs) * weight + bias


if __name__ == "__main__":
    print(layernorm(torch.randn(2, 3), torch.zeros(3), torch.ones(3)))
