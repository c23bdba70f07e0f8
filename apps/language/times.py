"""Times of day at the end of a sentence."""

from __future__ import annotations


def one_stop(text: str) -> str:
    """ "A las 10:00 p. m." ends its sentence; the pattern's own stop is too many."""
    return text.replace(" m..", " m.").replace(".m..", ".m.")
