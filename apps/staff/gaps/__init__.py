"""Questions that the records could not answer, gathered by what they mean."""
