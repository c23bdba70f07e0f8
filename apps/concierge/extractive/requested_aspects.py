"""Which aspects a question asks for."""

from collections.abc import Sequence
from functools import cache

from apps.concierge.extractive.aspects import ASPECTS, OVERVIEW, Aspect
from apps.language.word_forms import holds, stems


def asked(words: Sequence[str]) -> list[tuple[Aspect, set[str]]]:
    """Aspects whose phrases stand in the words, with the words that they explain."""
    found = [(aspect, _explained(aspect, words)) for aspect in ASPECTS]
    return [(aspect, explained) for aspect, explained in found if explained]


def asks_overview(words: Sequence[str]) -> bool:
    return bool(_explained(OVERVIEW, words))


@cache
def _phrases(aspect: Aspect) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(stems(phrase)) for phrase in aspect.phrases)


def _explained(aspect: Aspect, words: Sequence[str]) -> set[str]:
    """Words of the phrases that were met, and of the fields' own names."""
    met = [phrase for phrase in _phrases(aspect) if holds(words, phrase)]
    if not met:
        return set()
    return set().union(*met) | (_field_words(aspect) & set(words))


@cache
def _field_words(aspect: Aspect) -> frozenset[str]:
    return frozenset(stems(" ".join(aspect.fields).replace("_", " ")))
