"""The questions a rubric can ask. Pure: arrays in, a finding out; one file a question."""
