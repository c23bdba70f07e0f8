"""What is live of a fact after a guest tells more of it, or takes it back."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from apps.guests.fact_kinds import kinds
from apps.infrastructure import patterns

# Of these, a part may be taken back.
PARTS = ("choices", "ages")
MONTH = timedelta(days=31)
# What stands beside the number of a day that is of no month: "on the 30th", "el 30".
BESIDE_DAYS = frozenset(
    {
        *("the", "on", "by", "until", "till", "st", "nd", "rd", "th"),
        *("el", "hasta", "le", "jusqu", "au", "o", "dia", "ate", "il", "al"),
        *("am", "bis", "zum", "den"),
    }
)
_WORD = patterns.compile(r"[a-zà-ÿ]+", "i")


def joined(
    key: str, live: Any, new: Any, *, corrects: bool = False, quote: str = ""
) -> Any:
    """What is live after a new value: lists grow, everything else is replaced.

    corrects: the new value takes the place of its alternatives. quote: the words that
    tell it.
    """
    if live is None:
        return new
    if kinds()[key].type == "dates":
        return _visit(live, new, quote)
    if not kinds()[key].is_list:
        return new
    gone = alternatives_of(key, new) if corrects else frozenset()
    staying = [choice for choice in live if choice not in gone]
    return list(dict.fromkeys([*staying, *new]))


def _visit(live: dict[str, Any], new: dict[str, Any], quote: str) -> dict[str, Any]:
    """ "We leave on Sunday" adds to the day of arrival, if that is before it.

    "On the 30th" is of the visit that is planned, and not the next 30th of all.
    """
    if live["from"] and new["until"] and not new["from"] and _is_mere_day(quote):
        new = {**new, "until": _same_day_after(live["from"], new["until"])}
    both = {end: new[end] or live[end] for end in ("from", "until")}
    is_visit = not all(both.values()) or both["from"] <= both["until"]
    return both if is_visit else new


def _is_mere_day(quote: str) -> bool:
    """Whether a day is told by its number alone: "the 30th", "el 30", and no month."""
    words = _WORD.findall(quote.lower())
    return any(map(str.isdigit, quote)) and BESIDE_DAYS.issuperset(words)


def _same_day_after(arrival: str, departure: str) -> str:
    """The next day of the same number after the arrival, and not before itself."""
    day = date.fromisoformat(departure)
    while day.isoformat() < arrival:
        following = (day.replace(day=1) + MONTH).replace(day=1)
        last = monthrange(following.year, following.month)[1]
        if day.day > last:
            return departure
        day = following.replace(day=day.day)
    return day.isoformat()


def without(key: str, live: Any, removed: Any) -> Any:
    """What is left of a live value when `removed` is taken back; None: nothing.

    An empty list takes back whatever it is.
    """
    if removed == []:
        return None
    gone = removed if isinstance(removed, list) else [removed]
    if kinds()[key].type not in PARTS:
        return None if live in gone else live
    return [part for part in live if part not in gone] or None


def alternatives_of(key: str, chosen: Sequence[str]) -> frozenset[str]:
    """The choices that do not hold beside those that are chosen."""
    groups = kinds()[key].alternatives
    matching = [group for group in groups if {*group} & {*chosen}]
    return frozenset(choice for group in matching for choice in group) - {*chosen}
