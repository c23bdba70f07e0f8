"""Which claims a guest means: not what he quotes, reports, imagines, asks or jests.

A claim falls if all of its words lie in such a part of the message.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.guests.extraction.claims import Claim
from apps.guests.extraction.grammar import Grammar
from apps.guests.extraction.segments import Segment
from apps.infrastructure import patterns

Span = tuple[int, int]
_QUOTED = patterns.compile(
    '"[^"\n]*"|[\u201c\u201e][^\u201c\u201d\n]*[\u201c\u201d]|«[^»\n]*»'
)
# From the first word of the piece to the end of its sentence.
_UNREAL = ("unreal", "doubt", "reports")
# "We'd come on Friday if I got the day off": nothing of the sentence is settled.
_ALL_UNREAL = ("conditional", "all_doubt")


def those_meant(
    claims: Sequence[Claim],
    sentences: Sequence[Segment],
    text: str,
    grammar: Grammar,
) -> list[Claim]:
    """text: the whole message, plain."""
    if not claims or grammar.pattern("unremembered").search(text):
        return []
    spans = [*_quoted(text), *_jested(text, grammar)]
    for sentence in sentences:
        spans += _unreal(sentence)
    return [claim for claim in claims if not _is_within(claim, spans)]


def _is_within(claim: Claim, spans: Sequence[Span]) -> bool:
    return any(start <= claim.start and claim.end <= end for start, end in spans)


def _quoted(text: str) -> Iterator[Span]:
    yield from (match.span() for match in _QUOTED.finditer(text))


def _jested(text: str, grammar: Grammar) -> Iterator[Span]:
    """All that was said before "just kidding"."""
    if match := grammar.pattern("jest").search(text):
        yield 0, match.start()


def _unreal(sentence: Segment) -> Iterator[Span]:
    start, end = sentence.start, sentence.start + len(sentence.text)
    for piece in _UNREAL:
        if match := sentence.grammar.pattern(piece).search(sentence.text):
            yield start + match.start(), end
    if any(map(sentence.matches, _ALL_UNREAL)):
        yield start, end
    # "We're four, correct?" asks what is known; the clause before may tell something.
    if tag := sentence.grammar.pattern("tag").search(sentence.text):
        yield start + sentence.clause_start(tag.start()), end
