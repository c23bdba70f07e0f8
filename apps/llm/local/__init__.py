"""Embeddings computed in this process: MiniLM, and hashing as the last resort."""
