"""What a card says of time: whether its row is open, and what plays next.

Of the time that the guest asks about; else of now.
"""

from __future__ import annotations

from datetime import datetime, time
from typing import Any

from apps.catalog import wall_clock
from apps.catalog.hours import formatting, timetable
from apps.catalog.models import Item
from apps.catalog.models.entertainment import JUST_BEGUN
from apps.knowledge.schedule import computed_facts
from apps.language.calendar import asked_time
from apps.language.calendar.asked_time import AskedTime


def state(
    item: Item, local: datetime, language: str, asked_for: AskedTime | None = None
) -> dict[str, Any] | None:
    """Whether the row is open, in the guest's words; None where that is not known.

    local: now, in the property's zone.
    """
    if asked_for:
        return _state_then(item, local, language, asked_for)
    now = timetable.state(item, local)
    if not now.is_known:
        return None
    return {
        "is_open": now.is_open,
        "until": now.until.isoformat() if now.until else None,
        "label": formatting.say_state(item, local, language),
    }


def following(
    item: Item, local: datetime, language: str, asked_for: AskedTime | None = None
) -> dict[str, Any] | None:
    """The next performance of a show, as one says it now; from the day on that is asked
    about. One that has just begun comes first, as it does in an answer."""
    if item.kind != Item.Kind.SHOW:
        return None
    shown_from = local - JUST_BEGUN
    if asked_for:
        # The first hours of a day belong to the night before.
        first_hour = time(asked_time.NIGHT_ENDS)
        day_begins = wall_clock.moment(asked_for.day, first_hour, item.property.zone)
        shown_from = max(shown_from, day_begins)
    coming = item.show.next_performance(shown_from)
    if coming is None:
        return None
    return _performance(coming.pk, coming.starts_at, local, language)


def still_true(
    card: dict[str, Any], local: datetime, language: str
) -> dict[str, Any] | None:
    """Whether the row of a stored card is open, if it was computed today and holds."""
    stored: dict[str, Any] | None = card.get("state")
    as_of = datetime.fromisoformat(card["as_of"]).astimezone(local.tzinfo)
    if stored is None or as_of.date() != local.date():
        return None
    if not stored.get("until"):
        return stored
    until = datetime.fromisoformat(stored["until"]).astimezone(local.tzinfo)
    if until <= local:
        return None
    if stored.get("is_of_asked_time"):
        return stored
    return {**stored, "label": formatting.say_open_until(until, local, language)}


def said_again(
    performance: dict[str, Any] | None, local: datetime, language: str
) -> dict[str, Any] | None:
    """The same performance with its day as seen from now; None once it is no news."""
    if performance is None:
        return None
    starts_at = datetime.fromisoformat(performance["starts_at"])
    is_over = starts_at <= local - JUST_BEGUN
    if is_over:
        return None
    # Cards stored long ago do not name it.
    row = performance.get("performance", 0)
    return _performance(row, starts_at, local, language)


def _state_then(
    item: Item, local: datetime, language: str, asked_for: AskedTime
) -> dict[str, Any] | None:
    """None where the answer beside it says more, or nothing: of a holiday without hours
    of its own, of a day too far away, of a time that is over."""
    day, clock = asked_for.day, asked_for.clock
    end_of_day = time.max if clock is None else clock
    moment = wall_clock.moment(day, end_of_day, item.property.zone)
    moment = moment.astimezone(local.tzinfo)
    is_known = computed_facts.is_known_then(item, asked_for, local)
    if moment < local or not is_known:
        return None
    if clock is None:
        is_open = bool(timetable.intervals(item, day, day))
        label = formatting.say_service_day(item, day, language)
    else:
        is_open = timetable.state(item, moment).is_open
        label = formatting.say_state_at(item, moment, local, language)
    return {
        "is_open": is_open,
        "until": moment.isoformat(),
        "label": label,
        "is_of_asked_time": True,
    }


def _performance(
    performance: int, starts_at: datetime, local: datetime, language: str
) -> dict[str, Any]:
    label = formatting.say_moment(starts_at, local, language)
    row = {"performance": performance} if performance else {}
    return {"starts_at": starts_at.isoformat(), "label": label, **row}
