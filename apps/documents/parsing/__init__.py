"""Parsers for files of strangers; they run only in the child of `documents.sandbox`.

Nothing here imports Django, so that the child starts fast and knows no secrets.
"""
