"""Whether a text begins as a question or a wish does."""

from __future__ import annotations

from apps.infrastructure import patterns
from apps.knowledge.question.row_names import normalised

_BEGINNINGS = """
is are do does did can could may will would should has have what whats when where who
which how why any whether
es esta hay tienen tiene puedo podemos se cuanto cuanta cuantos cuantas cuando donde que
cual cuales como quien
est c il vous avez combien quand quel quelle quels quelles ou qui comment peut puis faut
"""
_BEGINS = frozenset(_BEGINNINGS.split())
_WISHES = frozenset(["need", "want", "wanna", "got", "necesito", "quiero"])
_WISH = patterns.compile(r"^(i|we)( would| am|'d)? (want|need|like|look)", "i")


def is_question(text: str) -> bool:
    """ "Is there a pool", but not "need a pool"."""
    return _first_word(text) in _BEGINS


def is_question_or_wish(text: str) -> bool:
    is_wish = _first_word(text) in _WISHES or bool(_WISH.search(text))
    return is_question(text) or is_wish


def _first_word(text: str) -> str:
    return next(iter(normalised(text).split()), "")
