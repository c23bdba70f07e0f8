"""Measures and photographs the guest page in a real browser."""
