"""From failed checks to causes: which bug it is, and where it stands."""
