"""Backups: the rows of one moment and the pictures, in one file that checks itself."""
