"""A report as people and machines read it. Pure: a report in, text out."""
