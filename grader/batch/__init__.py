"""A whole class: many submissions in, one row and one report for each out."""
