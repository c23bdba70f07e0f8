"""How often a process of the site looks for cycles of objects that nobody needs.

Starting makes a million objects that stay. With Python's own thresholds the collector
looks through them again and again, which takes a fifth of a start; and most objects of
a turn die without it.
"""

import gc

# Allocations before the collector looks at the youngest objects; then, how many of its
# rounds before it looks at older ones.
YOUNGEST, MIDDLE, OLDEST = 100_000, 50, 50


def run_seldom() -> None:
    """Called by every entry point before it imports the site."""
    gc.set_threshold(YOUNGEST, MIDDLE, OLDEST)
