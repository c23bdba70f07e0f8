"""Whether the house is well: the same numbers for people and Prometheus."""
