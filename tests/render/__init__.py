"""Tests of the forms of a report."""
