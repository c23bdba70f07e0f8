"""Reads and writes files with tables, in a child process where nobody trusts them."""
