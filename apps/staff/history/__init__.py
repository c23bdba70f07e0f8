"""What rows were, what changed, and how to have it back."""
