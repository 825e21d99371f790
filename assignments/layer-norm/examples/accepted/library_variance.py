"""The library's own mean and variance, with the correction switched off."""

import torch


def standardize(X):
    variance, mean = torch.var_mean(X, dim=1, correction=0, keepdim=True)
    return (X - mean) * torch.rsqrt(variance + 1e-8)


def layer_norm(X, gamma, beta):
    return torch.addcmul(beta, standardize(X), gamma)
