"""Shows staff how a turn was answered, and runs a recorded one again."""
