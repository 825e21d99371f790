"""Names bugs: matches answers with known-wrong ways to do each step of attention. Pure functions on arrays."""
