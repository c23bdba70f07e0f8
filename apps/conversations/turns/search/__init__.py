"""The search of one turn: how its message is read, and what that brings."""
