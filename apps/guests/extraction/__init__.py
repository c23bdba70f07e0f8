"""Facts that guests tell about themselves, taken from their own messages."""
