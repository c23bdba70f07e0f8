"""Which words of a stream may be a claim, and how far it is settled that none is."""

from __future__ import annotations

from apps.infrastructure import patterns
from apps.language.vocabulary import numerals

_TOKEN = patterns.compile(r"\s*\S+\s")
_FIGURES = frozenset(numerals.NUMBERS) | set(numerals.MONTHS) | set(numerals.WEEKDAYS)
_FIGURES |= {"noon", "midnight", "am", "pm", "medianoche", "mediodía", "www", "usd"}
_FIGURES |= {"currently", "now", "right", "still", "already", "moment"}
_FIGURES |= {"today", "tonight", "tomorrow", "hoy", "closed", "cerrado", "cerrada"}
_BETWEEN = """
to and of the at a an & - \u2013 \u2014 until till through or from p m open closed one
hasta de del las la el y dollars dollar
"""
_JOINS = frozenset(_BETWEEN.split())


def settled(held: str, knows_names: bool) -> int:
    """How many letters of a held text no claim can reach into any more."""
    ready, is_claim = 0, False
    for token in _TOKEN.finditer(held):
        word = token.group().strip()
        if may_claim(word, knows_names):
            is_claim = True
        elif not (is_claim and word.lower().strip(".,;") in _JOINS):
            ready, is_claim = token.end(), False
    return ready


def may_claim(word: str, knows_names: bool) -> bool:
    """Whether a word may be a claim, or a part of one."""
    if not word.islower():
        has_sign = any(sign.isdigit() or sign in "$@[]" for sign in word)
        if has_sign or (knows_names and any(sign.isupper() for sign in word)):
            return True
    bare = word.lower().strip(".,;:!?()*\"'\u201c\u201d")
    return (
        bare in _FIGURES
        or "." in bare
        or "-" in bare
        or any(sign.isdigit() for sign in bare)
    )
