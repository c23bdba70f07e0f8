"""Sentences of rows, by kind."""
