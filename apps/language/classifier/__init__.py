"""The local classifier of what a message is about."""
