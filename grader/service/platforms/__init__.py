"""Learning platforms: work comes from them, grades go back. What they say is never trusted."""
