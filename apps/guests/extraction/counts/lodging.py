"""How many rooms, and for how many nights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from apps.guests.extraction.claims import LIKELY, Claim
from apps.guests.extraction.counts.counted_nouns import (
    ADULTS,
    DAYS,
    FORTNIGHTS,
    NIGHTS,
    PEOPLE,
    ROOMS,
    WEEKS,
    Phrase,
)
from apps.guests.extraction.segments import Segment

DAYS_OF = {NIGHTS: 1, DAYS: 1, WEEKS: 7, FORTNIGHTS: 14}


def claims_in(segment: Segment, phrases: Sequence[Phrase]) -> Iterator[Claim]:
    """phrases: those of the sentence."""
    rooms: list[Claim] = []
    for phrase in phrases:
        if phrase.noun == ROOMS or _is_twin_room(segment, phrase, phrases):
            rooms += _rooms(segment, phrase, phrases)
        elif phrase.noun in DAYS_OF:
            yield from _nights(segment, phrase)
    yield from _added_up(rooms, segment)


def _added_up(rooms: Sequence[Claim], segment: Segment) -> Iterator[Claim]:
    """ "A double and two singles" are three, and "3 rooms, 2 doubles, a twin" too."""
    run: list[Claim] = []
    for claim in rooms:
        if run and not _is_joined(segment.text[run[-1].end : claim.start], segment):
            yield _total(run, segment)
            run = []
        run.append(claim)
    if run:
        yield _total(run, segment)


def _total(run: Sequence[Claim], segment: Segment) -> Claim:
    first = run[0]
    # "One suite, two bedrooms" is one.
    later = [claim for claim in run[1:] if not _names("parts_of_suite", claim, segment)]
    added = sum(claim.value for claim in later)
    is_apposition = added == first.value and _are_its_kinds(first, later, segment)
    value = first.value if is_apposition else first.value + added
    return replace(first, value=value, end=run[-1].end)


def _are_its_kinds(first: Claim, later: Sequence[Claim], segment: Segment) -> bool:
    """ "3 rooms, 2 doubles and a twin", and not "2 rooms and 2 suites"."""
    if not later or _names("kinds_of_room", first, segment):
        return False
    joint = segment.text[first.end : later[0].start].strip()
    return joint == "," and all(
        _names("kinds_of_room", claim, segment) for claim in later
    )


def _names(piece: str, claim: Claim, segment: Segment) -> bool:
    words = segment.text[claim.start : claim.end]
    return segment.grammar.pattern(piece).search(words) is not None


def _is_twin_room(segment: Segment, phrase: Phrase, phrases: Sequence[Phrase]) -> bool:
    """ "6 twins and a double": beside rooms they are no children."""
    is_bed = segment.grammar.pattern("bed_words").fullmatch(phrase.word) is not None
    has_rooms = any(other_phrase.noun == ROOMS for other_phrase in phrases)
    return is_bed and phrase.is_numbered and has_rooms


def _is_joined(between: str, segment: Segment) -> bool:
    joined = segment.grammar.built("joined_rooms", r"\s*(?:,|&|\+|{joiner})+\s*")
    return joined.fullmatch(between) is not None


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
    if _is_kind_of_another(segment, phrase) or _is_drink(segment, phrase, phrases):
        return
    if phrase.is_article and (
        phrase.is_plural or not _is_order(segment, phrase, phrases)
    ):
        return
    yield Claim("rooms", phrase.count or 1, phrase.start, phrase.end, LIKELY)


def _is_kind_of_another(segment: Segment, phrase: Phrase) -> bool:
    """ "A single" is a room, and "a single mother" and "a double espresso" are none."""
    grammar, after = segment.grammar, segment.text[phrase.end :]
    if grammar.pattern("room_kinds").fullmatch(phrase.word) is None:
        return False
    return grammar.pattern("room_kind_ends").search(after) is None


def _is_drink(segment: Segment, phrase: Phrase, phrases: Sequence[Phrase]) -> bool:
    """Whether "a double" may be one, because nothing beside it speaks of a stay."""
    if not _is_lone_kind(segment, phrase):
        return False
    sentences = (segment, *([segment.previous] if segment.previous else []))
    if any(sentence.matches("stay") for sentence in sentences):
        return False
    if segment.grammar.pattern("starts_behind").search(segment.text[phrase.end :]):
        return False
    return not any(
        counted.noun in (ROOMS, NIGHTS, PEOPLE, ADULTS)
        and counted.is_numbered
        and not _is_lone_kind(segment, counted)
        for counted in phrases
    )


def _is_lone_kind(segment: Segment, phrase: Phrase) -> bool:
    kinds = segment.grammar.pattern("room_kinds")
    return phrase.is_article and kinds.fullmatch(phrase.word) is not None


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
    if not phrase.count or not segment.is_own or segment.matches("elsewhere"):
        return
    is_led = bool(phrase.lead) and not segment.before("only_the", phrase.start)
    # "Una noche" is any night, and "solo una noche" is one.
    is_any = phrase.is_article and not segment.before("only_before", phrase.start)
    if phrase.noun == NIGHTS and (is_any or is_led):
        return
    text = segment.text
    is_start = not text[: phrase.start].strip()
    is_short = is_start and not text[phrase.end :].strip(" .!,")
    begins = segment.grammar.pattern("starts_behind").search(text[phrase.end :])
    is_stay = segment.before("for_time", phrase.start) or is_short or begins is not None
    is_stay = is_stay or _is_wanted_stay(segment, phrase)
    if phrase.noun != NIGHTS and not is_stay:
        return
    if phrase.noun == NIGHTS and not phrase.is_numbered:
        return
    if not phrase.is_plural and _is_hour(segment, phrase):
        return
    total = phrase.count * DAYS_OF[phrase.noun]
    is_weak = phrase.noun == DAYS
    yield Claim("nights", total, phrase.start, phrase.end, LIKELY, is_weak=is_weak)


def _is_wanted_stay(segment: Segment, phrase: Phrase) -> bool:
    """ "We want a week in June", and not "we need a week to think about it"."""
    ends = segment.grammar.pattern("wanted_time_ends")
    is_wanted = segment.before("wanted_time", phrase.start)
    return is_wanted and ends.search(segment.text[phrase.end :]) is not None


def _is_hour(segment: Segment, phrase: Phrase) -> bool:
    """ "15 to 2 night" is a time of the day."""
    hour = segment.grammar.built("hour_before", r"(?:{to_hour}|{past_hour}|{at})\s*$")
    return hour.search(segment.text[: phrase.start]) is not None
