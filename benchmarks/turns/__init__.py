"""Measures turns over real websockets, under load and while processes are killed."""
