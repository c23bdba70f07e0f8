"""Children who were to come along, and stay at home."""

from __future__ import annotations

from collections.abc import Iterator

from apps.guests.extraction.claims import Claim
from apps.guests.extraction.segments import Segment

KEYS = ("children", "children_ages")


def claims_in(segment: Segment) -> Iterator[Claim]:
    """ "The kids are not coming after all" takes back how many and how old they are."""
    match = segment.grammar.pattern("children_at_home").search(segment.text)
    if match and "?" not in segment.clause(match.start()).text:
        for key in KEYS:
            yield Claim(key, [], *match.span(), is_taken_back=True)
