"""Text messages that come in, and what follows from them."""
