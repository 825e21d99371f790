"""Functions without arguments, where values would do."""


def scores_shape():
    return (5, 5)


def weights_shape():
    return scores_shape()


def row_sum():
    return 1


def exponential_sum():
    return 15.778


def weights():
    return [0.4683, 0.4683, 0.0634]


def raw_spread():
    return 8


def scaled_spread():
    return 1
