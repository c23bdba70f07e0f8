"""Sums: typed functions for what guests reckon, and plain arithmetic in a child."""
