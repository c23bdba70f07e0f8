"""Measures the pages of staff, and how soon their edits are answered."""
