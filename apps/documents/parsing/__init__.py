"""Reads files of strangers; runs only in the child process of `apps.documents.sandbox`.

Nothing here imports Django, so that the child starts fast and knows no secrets.
"""
