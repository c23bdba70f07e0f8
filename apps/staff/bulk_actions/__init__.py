"""Actions on many rows: at once for a few, by a worker for many."""
