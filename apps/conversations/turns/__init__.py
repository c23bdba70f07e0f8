"""The one way to take a turn, from the question to the stored answer."""
