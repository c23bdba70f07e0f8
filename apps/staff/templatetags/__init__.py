"""Template filters of the admin."""
