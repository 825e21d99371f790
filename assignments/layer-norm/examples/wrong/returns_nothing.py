"""Computes, and returns nothing."""

import torch


def standardize(X):
    (X - X.mean(-1, keepdim=True)) / X.std(-1, keepdim=True)


def layer_norm(X, gamma, beta):
    return None
