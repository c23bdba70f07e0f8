"""Whose facts a sentence tells: of the guest, his household or others; and what he
means, rather than quotes, reports, imagines, asks or jests.

What others eat and like counts only if they come along. A claim falls if all of its
words lie in a part of the message that the guest does not mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.guests.extraction.claims import Claim, Subject
from apps.guests.extraction.grammar import Grammar
from apps.guests.extraction.segments import Segment
from apps.infrastructure import patterns

# What a place to eat or a show is chosen by; a need is noted of a mother as well.
OF_TASTE = ("dietary_needs", "cuisines", "interests")
_SELF = r"\b(?:{self}|{we})\b"
_PERSON = r"{us}"
_JOINED = r"\s*{joiner}\s*"
Span = tuple[int, int]
_QUOTED = patterns.compile(
    '"[^"\n]*"|[\u201c\u201e][^\u201c\u201d\n]*[\u201c\u201d]|«[^»\n]*»'
)
# From the first word of the piece to the end of its sentence.
_UNREAL = ("unreal", "doubt", "reports")
# "We'd come on Friday if I got the day off": nothing of the sentence is settled.
_ALL_UNREAL = ("conditional", "all_doubt")


def subject_of(segment: Segment, index: int) -> Subject:
    """Whom the words before an index speak of; the nearest one counts."""
    grammar, before = segment.grammar, segment.until(index)
    clause = segment.text[segment.clause_start(index) : index]
    if grammar.pattern("denied_subject").search(clause):
        return "nobody"
    person = _last(grammar, "person", _PERSON, before)
    own = _last(grammar, "self_or_we", _SELF, before)
    if person is None or (own and own[1] > person[0]):
        return "guest"
    joined = grammar.built("joined_subjects", _JOINED)
    if own and joined.fullmatch(before[own[1] : person[0]]):
        return "guest"
    is_relative = grammar.pattern("relatives").search(before[person[0] :])
    return "relative" if is_relative else "household"


def of_company(claims: Sequence[Claim], text: str, grammar: Grammar) -> Iterator[Claim]:
    """Without what is said of people who do not come. text: the message, plain."""
    is_in_company = grammar.pattern("in_company").search(text) is not None
    is_absent = grammar.pattern("absent").search(text) is not None
    without_children = grammar.pattern("children_absent").search(text) is not None
    is_on_behalf = grammar.pattern("on_behalf").search(text) is not None
    is_of_loss = grammar.pattern("loss").search(text) is not None
    for claim in claims:
        if claim.key == "occasion" and is_of_loss:
            continue
        if claim.key == "children" and claim.value and without_children:
            continue
        is_of_taste = claim.key in OF_TASTE
        is_apart = claim.subject == "relative" and is_of_taste and not is_in_company
        is_elsewhere = claim.subject != "guest" and (is_absent or is_on_behalf)
        if not (is_apart or is_elsewhere or claim.subject == "nobody"):
            yield claim


def _last(
    grammar: Grammar, name: str, source: str, text: str
) -> tuple[int, int] | None:
    spans = [match.span() for match in grammar.built(name, source).finditer(text)]
    return spans[-1] if spans else None


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
