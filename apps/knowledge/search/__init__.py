"""From a question to passages, cards and facts."""
