"""Imports rows from tables: a Google sheet, a signed webhook, an uploaded file."""
