"""How many rooms, and for how many nights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.guests.extraction.claims import LIKELY, Claim
from apps.guests.extraction.counts.counted_nouns import (
    DAYS,
    FORTNIGHTS,
    NIGHTS,
    ROOMS,
    WEEKS,
    Phrase,
)
from apps.guests.extraction.segments import Segment

DAYS_OF = {NIGHTS: 1, DAYS: 1, WEEKS: 7, FORTNIGHTS: 14}


def claims_in(segment: Segment, phrases: Sequence[Phrase]) -> Iterator[Claim]:
    """phrases: those of the sentence."""
    for phrase in phrases:
        if phrase.noun == ROOMS:
            yield from _rooms(segment, phrase, phrases)
        elif phrase.noun in DAYS_OF:
            yield from _nights(segment, phrase)


def _rooms(
    segment: Segment, phrase: Phrase, phrases: Sequence[Phrase]
) -> Iterator[Claim]:
    text = segment.text
    is_start = not text[: phrase.start].strip()
    is_bare = is_start and not phrase.lead and not phrase.is_plural
    is_bare = is_bare and phrase.count is None and len(phrases) > 1
    if not segment.is_own or not (phrase.count or is_bare):
        return
    if segment.grammar.pattern("no_room").search(text[phrase.end :]):
        return
    if phrase.is_article and (
        phrase.is_plural or not _is_order(segment, phrase, phrases)
    ):
        return
    yield Claim("rooms", phrase.count or 1, phrase.start, phrase.end, LIKELY)


def _is_order(segment: Segment, phrase: Phrase, phrases: Sequence[Phrase]) -> bool:
    """Whether "a room" is one that the guest wants."""
    text = segment.text
    if not text[: phrase.start].strip() or segment.is_fragment:
        return True
    if segment.grammar.pattern("wish").search(text[: phrase.start]):
        return True
    has_more = any(own.noun != ROOMS and own.count for own in phrases)
    return has_more and segment.matches("room_wish")


def _nights(segment: Segment, phrase: Phrase) -> Iterator[Claim]:
    """Nights; days and weeks only of a stay, not "in two weeks"."""
    if not phrase.count or not segment.is_own:
        return
    if phrase.noun == NIGHTS and (phrase.is_article or phrase.lead):
        return
    text = segment.text
    is_start = not text[: phrase.start].strip()
    is_short = is_start and not text[phrase.end :].strip(" .!,")
    is_stay = segment.before("for_time", phrase.start) or is_short
    if phrase.noun != NIGHTS and not is_stay:
        return
    if phrase.noun == NIGHTS and not phrase.is_numbered:
        return
    if not phrase.is_plural and _is_hour(segment, phrase):
        return
    total = phrase.count * DAYS_OF[phrase.noun]
    is_weak = phrase.noun == DAYS
    yield Claim("nights", total, phrase.start, phrase.end, LIKELY, is_weak=is_weak)


def _is_hour(segment: Segment, phrase: Phrase) -> bool:
    """ "15 to 2 night" is a time of the day."""
    hour = segment.grammar.built("hour_before", r"(?:{to_hour}|{past_hour}|{at})\s*$")
    return hour.search(segment.text[: phrase.start]) is not None
