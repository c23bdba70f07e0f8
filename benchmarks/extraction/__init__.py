"""How many facts of guests' messages are taken, and how many of those are right."""
