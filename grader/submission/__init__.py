"""What a student handed in, made into one `Source`: a .py file, a notebook, a zip or a folder. Runs none of it."""
