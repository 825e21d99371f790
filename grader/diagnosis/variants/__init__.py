"""Known ways to do each step of attention, a file a step. To add one: a function and its sentence."""

from grader.diagnosis.variants import masks, mix, normalisation, projections, scale, scores

__all__ = ["masks", "mix", "normalisation", "projections", "scale", "scores"]
