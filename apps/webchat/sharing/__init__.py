"""Sharing a conversation: the command of its guest, and the page behind the link."""
