"""Text messages that go out: whether, when, in which words, and once."""
