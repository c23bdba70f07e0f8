"""Of whom a sentence says something: the guest, his household, or others.

What others eat and like counts only if they come along.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.guests.extraction.claims import Claim, Subject
from apps.guests.extraction.grammar import Grammar
from apps.guests.extraction.segments import Segment

# What a place to eat or a show is chosen by; a need is noted of a mother as well.
OF_TASTE = ("dietary_needs", "cuisines", "interests")
_SELF = r"\b(?:{self}|{we})\b"
_PERSON = r"{us}"
_JOINED = r"\s*{joiner}\s*"


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
