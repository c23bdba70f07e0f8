"""Rows of NLU++ hotels as facts: the slots that say something about a stay.

Its labels resolve each slot by itself, so "the 10th to the 23rd" may end in the month
before. A day counts as right if it agrees with all that the slot's own words say: the
day's number, the month, the weekday; "tomorrow" has to be the labelled day.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from apps.guests.extraction import facts_in
from apps.infrastructure import patterns
from apps.language.vocabulary import numerals
from benchmarks.extraction.evaluation import Row, Told, pieces_of

# The day on which the authors resolved "tomorrow": a Tuesday.
NOW = datetime(2022, 3, 15, 9, tzinfo=ZoneInfo("UTC"))
KEYS = frozenset(
    {"party_size", "children", "rooms", "nights", "visit_dates", "arrival_time"}
)
# Plans that end, and things that went wrong, are no facts about a stay to come.
ENDED = {"cancel_close_leave_freeze", "wrong_notworking_notshowing", "refund"}
# "Can I change a room booking?" does not ask for one room.
NOT_ORDERED = {"change", "limits"}
_PERIOD = patterns.compile(r"^(\w+)[ -](night|day|week|fortnight)s?\b")
_MONTH = patterns.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)")
_WEEKDAY = patterns.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b")
_SINGLE_ROOM = patterns.compile(r"\ban? (?:[\w-]+ ){0,3}(?:room|suite)\b")
_DIGIT = patterns.compile(r"\d")
_ARRIVAL = patterns.compile(r"\barriv|\bcheck(?:ing)? ?-?in\b")
_HALF = patterns.compile(r"[ap]\.?m|morning|afternoon|evening|night")
_DAYS = {"night": 1, "day": 1, "week": 7, "fortnight": 14}
NOON = 12
DATES = "visit_dates"
# A date by itself may be of a table; "tonight" is labelled as a part of the day.
_ENDS = {
    "date_from": ("from",),
    "date_to": ("until",),
    "date": ("from", "until"),
    "time_period": ("from",),
}
_UNSURE = ("date", "time_period")
_YEAR = patterns.compile(r"\b20\d\d\b|\bago\b")


def read(path: Path) -> Iterator[Row]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield _row(json.loads(line))


def _row(row: Mapping[str, Any]) -> Row:
    text, slots = row["text"], row["slots"]
    facts = {**_counts(row), **_dates(text, slots), **_times(row)}
    expected = {piece for piece, is_expected in facts.items() if is_expected}
    return Row(text, "en", NOW, frozenset(expected), frozenset(facts) - expected, KEYS)


def _counts(row: Mapping[str, Any]) -> dict[Told, bool]:
    """Pieces, and whether they have to be taken."""
    slots, intents = row["slots"], {*row["intents"]}
    is_stay = not intents & ENDED
    counts: dict[Told, bool] = {}
    adults, kids = _value(slots, "adults"), _value(slots, "kids")
    people = _value(slots, "people")
    if kids is not None:
        counts["children", str(kids)] = is_stay
    if people is None and adults is not None:
        people = adults + (kids or 0)
    if people is not None:
        counts["party_size", str(people)] = is_stay
    # "A room" is labelled as one room in half of the rows that book one.
    if _SINGLE_ROOM.search(row["text"].lower()):
        counts["rooms", "1"] = False
    if (rooms := _value(slots, "rooms")) is not None:
        is_named = not slots["rooms"]["text"].lower().startswith(("the ", "my "))
        counts["rooms", str(rooms)] = is_stay and is_named and not intents & NOT_ORDERED
    if nights := _nights(slots):
        counts["nights", str(nights)] = is_stay
    return counts


def _value(slots: Mapping[str, Any], name: str) -> int | None:
    return slots[name]["value"] if name in slots else None


def _nights(slots: Mapping[str, Any]) -> int:
    """0 where the period is no number of nights: "a weekend"."""
    slot = slots.get("date_period") or slots.get("time_period") or {"text": ""}
    match = _PERIOD.search(slot["text"].lower())
    if not match or match[1] in ("the", "this", "next", "few"):
        return 0
    count = 1 if match[1] in ("a", "one") else numerals.number_of(match[1])
    return _DAYS[match[2]] * (count or int(match[1]))


def _dates(text: str, slots: Mapping[str, Any]) -> dict[Told, bool]:
    """Days are compared with what was taken, for labels resolve them by themselves."""
    mine = [
        piece for piece in pieces_of(facts_in(text, "en", NOW)) if piece[0] == DATES
    ]
    pieces: dict[Told, bool] = {}
    for slot, ends in _ENDS.items():
        words = slots.get(slot, {}).get("text", "").lower()
        day = _labelled(slots[slot]) if words else None
        if day is None or _YEAR.search(words):
            continue
        for end in ends:
            own = next(
                (piece for piece in mine if _is_day(piece, end, day, words)),
                (DATES, f"{end} {day}"),
            )
            is_ahead = day >= NOW.date() or bool(_DIGIT.search(words))
            pieces.setdefault(own, slot not in _UNSURE and is_ahead)
    return pieces


def _is_day(piece: Told, end: str, day: date, words: str) -> bool:
    own_end, _, own_day = piece[1].partition(" ")
    return own_end == end and _agrees(date.fromisoformat(own_day), day, words)


def _labelled(slot: Mapping[str, Any]) -> date | None:
    if slot["text"].lower() == "tonight":
        return NOW.date()
    return _day(slot["value"]) if "value" in slot else None


def _agrees(own: date, labelled: date, words: str) -> bool:
    if own == labelled:
        return True
    has_digit, has_month = _DIGIT.search(words), _MONTH.search(words)
    if has_digit:
        same_month = not has_month or own.month == labelled.month
        return own.day == labelled.day and same_month
    return bool(_WEEKDAY.search(words)) and own.weekday() == labelled.weekday()


def _day(value: Mapping[str, int]) -> date | None:
    try:
        return date(value["year"], value["month"], value["day"])
    except ValueError:
        return None


def _times(row: Mapping[str, Any]) -> dict[Told, bool]:
    """An hour is of the arrival where the message speaks of arriving."""
    slots = row["slots"]
    slot = slots.get("time") or slots.get("time_from")
    if not slot or "value" not in slot:
        return {}
    hour, minute = slot["value"]["hour"], slot["value"]["minute"]
    is_arrival = bool(_ARRIVAL.search(row["text"].lower()))
    plain = ("arrival_time", f'"{hour:02}:{minute:02}"')
    later = ("arrival_time", f'"{(hour + NOON) % 24:02}:{minute:02}"')
    if _HALF.search(slot["text"].lower()) or later not in pieces_of(
        facts_in(row["text"], "en", NOW)
    ):
        return {plain: is_arrival}
    return {later: is_arrival}
