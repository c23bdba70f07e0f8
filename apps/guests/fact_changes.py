"""What is live of a fact after a guest tells more of it, or takes it back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apps.guests.fact_kinds import kinds

# Of these, a part may be taken back.
PARTS = ("choices", "ages")


def joined(key: str, live: Any, new: Any, *, corrects: bool = False) -> Any:
    """What is live after a new value: lists grow, everything else is replaced.

    corrects: the new value takes the place of its alternatives.
    "We leave on Sunday" adds to the day of arrival, if that is before.
    """
    if live is None:
        return new
    if kinds()[key].type == "dates":
        both = {end: new[end] or live[end] for end in ("from", "until")}
        is_visit = not all(both.values()) or both["from"] <= both["until"]
        return both if is_visit else new
    if not kinds()[key].is_list:
        return new
    gone = alternatives_of(key, new) if corrects else frozenset()
    staying = [choice for choice in live if choice not in gone]
    return list(dict.fromkeys([*staying, *new]))


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
