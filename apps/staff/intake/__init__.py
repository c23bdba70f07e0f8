"""Rows that staff keep in a table elsewhere: a Google sheet, a file."""
