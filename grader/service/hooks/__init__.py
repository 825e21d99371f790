"""What the service tells other systems, and how it knows who is talking to it."""
