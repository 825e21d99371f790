"""Tests of many submissions at once."""
