"""All SQL of the service: one file a noun, functions on an open connection, frozen rows out."""
