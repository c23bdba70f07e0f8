"""What a message states of the resort: "your pool closes at 9, not 10".

It is no fact about the guest and is never stored as one.
"""

from __future__ import annotations

from collections.abc import Iterator

from apps.guests.extraction import grammar, segments
from apps.guests.extraction.grammar import Grammar
from apps.guests.extraction.segments import Segment
from apps.infrastructure import patterns
from apps.knowledge.statements import question_beginnings
from apps.language import normalise

_PAUSE = patterns.compile(r"[,;:](?:\s|$)")
# A longer message is a story, and no correction.
MAX_CHARS = 300


def clauses(text: str, language: str) -> list[str]:
    """The clauses that state how something is, and not the guest; in plain letters.

    Empty for a message that asks or wishes anything, however it goes on.
    """
    if len(text) > MAX_CHARS or normalise.has_question_mark(text):
        return []
    own_grammar = grammar.of_language(language)
    sentences = segments.split(grammar.plain(text), own_grammar)
    every = [clause for own in sentences for clause in _clauses(own, own_grammar)]
    if any(map(_asks, every)):
        return []
    return [clause.text.strip() for clause in every if _states(clause)]


def _clauses(sentence: Segment, own_grammar: Grammar) -> Iterator[Segment]:
    text, start = sentence.text, 0
    ends = [*_PAUSE.finditer(text), *own_grammar.pattern("clause_end").finditer(text)]
    for end in sorted({match.end() for match in ends} | {len(text)}):
        yield Segment(text[start:end], sentence.start + start, own_grammar)
        start = end


def _asks(clause: Segment) -> bool:
    if any(map(clause.matches, ("plain_question", "asks_anyhow", "left_open"))):
        return True
    return question_beginnings.is_question_or_wish(clause.text)


def _states(clause: Segment) -> bool:
    """Whether it says how something is now, or was; what will be is a plan."""
    if any(map(clause.matches, ("own", "ahead", "of_people"))):
        return False
    return clause.matches("states")
