"""Counts planted lies that reach a guest, and true sentences that are held back."""
