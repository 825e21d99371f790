"""What an instructor uploads so that a platform runs this grader for each submission."""
