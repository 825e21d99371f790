"""LTI 1.3: people come from their platform signed in, and scores go back by its grade service."""
