"""Diets that a guest has given up: "I eat meat again"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from apps.guests.extraction.claims import Claim
from apps.guests.extraction.segments import Segment

KEY = "dietary_needs"
WITHOUT_MEAT = ("vegetarian", "vegan", "pescatarian")


def claims_in(sentences: Sequence[Segment], claims: Iterable[Claim]) -> Iterator[Claim]:
    """What does not hold beside it is taken back, unless the guest names it himself:
    who was a vegetarian was no vegan.

    claims: what else the message tells. Offsets are of the message.
    """
    if any(claim.is_taken_back and claim.key == KEY for claim in claims):
        return
    for sentence in sentences:
        match = sentence.grammar.pattern("eats_again").search(sentence.text)
        if match and "?" not in sentence.clause(match.start()).text:
            start, end = (sentence.start + place for place in match.span())
            yield Claim(KEY, [*WITHOUT_MEAT], start, end, is_taken_back=True)
