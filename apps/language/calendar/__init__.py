"""Days, times and holidays that a sentence names."""
