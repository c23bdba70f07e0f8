"""Runs of the graph: what they depend on, what they do, and how staff see them."""
