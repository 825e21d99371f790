"""Right answers, computed away from students' code. Pure functions on float64 arrays."""
