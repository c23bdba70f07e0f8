"""Words that a sentence of a document has by the title of the document alone."""

from __future__ import annotations

from collections.abc import Collection

from apps.concierge.extractive.facts import Fact
from apps.language.word_forms import content, stems


def loses_words(fact: Fact, best: Fact, words: Collection[str]) -> bool:
    """Whether only the title has a word of the question that the best sentence says
    itself: "push carts are not rented" tells nothing of a golf club's clubs."""
    own_words = content(stems(best.text)) & {*words}
    return fact.kind == "document" and not own_words <= content(stems(fact.text))
