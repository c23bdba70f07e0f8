"""Handing in documents, and following what becomes of them."""
