"""Models that are recorded while they reply, and play the same again."""
