"""What a reader sees of a text: no sign that hides, reorders or smears others."""

from __future__ import annotations

import unicodedata

# Joiners that shape letters and signs; all other format characters only hide.
JOINERS = frozenset("\u200c\u200d")
HIDDEN = frozenset({"Cf", "Co", "Cn"})
MARKS = frozenset({"Mn", "Me"})
# Hebrew and Tibetan need as many on one letter.
MOST_MARKS = 4


def is_visible(sign: str) -> bool:
    return sign in JOINERS or unicodedata.category(sign) not in HIDDEN


def only(text: str) -> str:
    """Without invisible signs, and with as many marks on a letter as languages need."""
    signs: list[str] = []
    mark_count = 0
    for sign in filter(is_visible, text):
        is_mark = unicodedata.category(sign) in MARKS
        mark_count = mark_count + 1 if is_mark else 0
        if mark_count <= MOST_MARKS:
            signs.append(sign)
    return "".join(signs)
