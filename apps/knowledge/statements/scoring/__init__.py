"""What the ranking sees of a question, a statement and the best of them."""
