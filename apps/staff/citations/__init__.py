"""Which rows the answers cite, and how often."""
