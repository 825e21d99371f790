"""The commands of `grade`, one a file. Each is light to import, and loads what it needs when it runs."""
