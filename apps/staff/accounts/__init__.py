"""How staff come in, and what they did."""
