"""What a sentence has of the title of its document, or of the name of its row."""

from __future__ import annotations

from collections.abc import Collection

from apps.concierge.extractive.facts import Fact
from apps.language.word_forms import content, stems

_BEFORE_NAMES = ("at", "of", "for", "at the", "of the", "for the")


def loses_words(fact: Fact, best: Fact, words: Collection[str]) -> bool:
    """Whether only the title has a word of the question that the best sentence says
    itself: "push carts are not rented" tells nothing of a golf club's clubs."""
    own_words = content(stems(best.text)) & {*words}
    return fact.kind == "document" and not own_words <= content(stems(fact.text))


def without_name(sentence: str, row: str) -> str:
    """ "Prices are upscale" and "open now", as a line that begins with "Ballo:"."""
    for place in _BEFORE_NAMES:
        sentence = sentence.replace(f" {place} {row} ", " ", 1)
    for sign in (": ", " : ", " is "):
        sentence = sentence.removeprefix(f"{row}{sign}")
    return sentence
