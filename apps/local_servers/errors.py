class Unavailable(Exception):  # noqa: N818 - it reads as a sentence where it is raised
    """A server cannot be used; the message says why and how to fix it."""
