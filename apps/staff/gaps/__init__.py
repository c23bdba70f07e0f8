"""Questions that the records do not answer, grouped by meaning, and their answers."""
