"""Known ways to do each step of attention, a file a step. To add one: a function and its sentence."""

from grader.diagnosis.variants import hiding, masks, mix, normalisation, projections, scale, scores

__all__ = ["hiding", "masks", "mix", "normalisation", "projections", "scale", "scores"]
