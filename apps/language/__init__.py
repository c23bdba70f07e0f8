"""Understands words, whoever asks: spelling, language, times, categories."""
