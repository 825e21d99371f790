"""The catalogue of sentences that a student reads of a bug, in one file for each language."""
