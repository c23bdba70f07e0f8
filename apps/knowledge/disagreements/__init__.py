"""Finds where a document and a row of the catalog disagree, and tells staff."""
