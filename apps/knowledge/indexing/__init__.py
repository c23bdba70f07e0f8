"""From a saved row to passages and vectors."""
