"""Runs the production retrieval over a corpus that a benchmark brings."""
