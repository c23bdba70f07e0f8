"""Counts errors of the program by the place that raised them."""
