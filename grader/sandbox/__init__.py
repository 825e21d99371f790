"""How a worker is started, confined, watched and ended."""
