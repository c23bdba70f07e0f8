"""Question words of other languages, without a model."""
