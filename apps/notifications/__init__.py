"""Tells staff by e-mail and by webhook that something waits for them."""
