"""A new assignment, written from the signatures of a reference."""
