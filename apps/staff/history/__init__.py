"""Versions of rows: what changed, who changed it, and how to restore it."""
