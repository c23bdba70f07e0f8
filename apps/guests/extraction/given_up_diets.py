"""Diets that a guest has given up: "I eat meat again"."""

from __future__ import annotations

from collections.abc import Iterator

from apps.guests.extraction.claims import Claim
from apps.guests.extraction.segments import Segment

WITHOUT_MEAT = ("vegetarian", "vegan", "pescatarian")


def claims_in(segment: Segment) -> Iterator[Claim]:
    """What does not hold beside it is taken back."""
    match = segment.grammar.pattern("eats_again").search(segment.text)
    if match and "?" not in segment.clause(match.start()).text:
        diets = [*WITHOUT_MEAT]
        yield Claim("dietary_needs", diets, *match.span(), is_taken_back=True)
