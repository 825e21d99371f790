"""The rubric on trial: what is promised of an assignment is tried, and whoever slips through is shown."""
