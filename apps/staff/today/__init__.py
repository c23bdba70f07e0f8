"""The start page: what waits for its reader today, and what has changed."""
