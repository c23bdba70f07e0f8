"""Requests: proposed to a guest, decided by him, and how they stand."""
