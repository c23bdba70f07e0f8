"""What a question asks for that the nearest record says nothing about.

"This comes nearest" helps where the record shares something with the question. Where it
shares nothing, such as the cuisine of a restaurant with "gluten free", the guest is
told what the records lack.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.selection import Selection
from apps.concierge.extractive.verdicts import field_values, unmet_words
from apps.infrastructure import patterns
from apps.language.spelling import vocabulary
from apps.language.word_forms import content, stem, stems

_TOKEN = patterns.compile(r"[a-z]+(?:'[a-z]+)?", "i")
_TIMES = field_values.READERS["now"].explains
_MEASURES = frozenset(
    stems(
        "minimum maximum price cost fee number extra total long far tall deep heavy "
        "high big large fast hard old loud busy"
    )
)
# The chance of being exactly what is asked below which the nearest record is no help:
# of the row that is meant, and of one that is only near.
FAR_BELOW, FAR_BELOW_ELSEWHERE = 0.2, 0.25
LONGEST = 40


def sentence(selection: Selection, request: SpeakerRequest) -> str:
    """Empty where the nearest record has a word of it, or another record may."""
    if selection.kind != "answer" or not request.not_mentioned:
        return ""
    fact = selection.facts[0]
    is_of_row = fact.kind != "faq" and _is_meant(request, fact)
    if request.exact >= (FAR_BELOW if is_of_row else FAR_BELOW_ELSEWHERE):
        return ""
    words = _wished_for(request, fact)
    told_words = unmet_words.words_in(*(f"{f.row} {f.text}" for f in selection.facts))
    if not words or words & told_words:
        return ""
    if is_of_row:
        words &= {*request.lacking}
    else:  # "planning" says nothing of what is looked for
        words &= {*request.nowhere} & _hotel_words()
    phrase = _phrase(request.question, words)
    if not phrase or len(phrase) > LONGEST:
        return ""
    of_row = f" for {fact.row}" if is_of_row else ""
    return request.not_mentioned.format(words=f"\u201c{phrase}\u201d{of_row}")


@cache
def _hotel_words() -> frozenset[str]:
    """Stems of what guests of any resort ask for."""
    return frozenset(stems(" ".join(vocabulary.of_hotels("en").words)))


def _wished_for(request: SpeakerRequest, fact: Fact) -> set[str]:
    """Stems that say what is asked for, besides times, measures and the topic."""
    words = content(unmet_words.asked_words(request, fact, _TIMES))
    return words - unmet_words.explained(request) - _MEASURES


def _is_meant(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether the question names the row, or goes on with it."""
    goes_on = fact.item_id in request.goes_on_with and not request.named
    return goes_on or unmet_words.names_row(request, fact)


def _phrase(question: str, words: Collection[str]) -> str:
    """The words as they stand together in the question: "gluten free"."""
    groups: list[list[str]] = [[]]
    for token in _TOKEN.findall(question):
        if stem(token.lower()) in words:
            groups[-1].append(token)
        elif groups[-1]:
            groups.append([])
    return " ... ".join(" ".join(group) for group in groups if group)
