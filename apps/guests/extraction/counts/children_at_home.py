"""Children who were to come along, and stay at home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.guests.extraction.claims import Claim
from apps.guests.extraction.segments import Segment

KEYS = ("children", "children_ages")


def claims_in(segment: Segment) -> Iterator[Claim]:
    """ "The kids are not coming after all" takes back how many and how old they are."""
    match = segment.grammar.pattern("children_at_home").search(segment.text)
    if match and "?" not in segment.clause(match.start()).text:
        for key in KEYS:
            yield Claim(key, [], *match.span(), is_taken_back=True)


def without_ages(claims: Sequence[Claim]) -> list[Claim]:
    """ "No kids" takes back how old they are as well."""
    none_come = [
        claim for claim in claims if claim.key == "children" and not claim.value
    ]
    counted = [claim for claim in none_come if not claim.is_taken_back]
    has_ages = any(claim.key == "children_ages" for claim in claims)
    if has_ages or not counted:
        return list(claims)
    start, end = counted[-1].start, counted[-1].end
    return [*claims, Claim("children_ages", [], start, end, is_taken_back=True)]
