"""A moment on the property's clock, as the first screen says it."""

from __future__ import annotations

from datetime import datetime

from django.utils import formats
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from apps.catalog.hours import formatting

NOON_HOUR, EVENING_HOUR, NIGHT_END_HOUR = 12, 17, 5
MORNING, AFTERNOON, EVENING, NIGHT = range(4)
GREETINGS = (_("Good morning"), _("Good afternoon"), _("Good evening"))
# {hour12} is the clock of the language, with AM or PM; {hour24} counts to 24.
MOMENTS = (
    _("{day} morning, {hour12}"),
    _("{day} afternoon, {hour12}"),
    _("{day} evening, {hour12}"),
    _("{day}, {hour12}"),
)
DATE_AND_TIME = _("{date} at {time}")


def greeting(at: datetime) -> str:
    """Good morning, good afternoon or good evening."""
    return str(GREETINGS[min(_part(at), EVENING)])


def moment(at: datetime) -> str:
    """Friday evening, 7:42 PM; at night without a part of the day."""
    return str(MOMENTS[_part(at)]).format(
        day=formats.date_format(at, "l").capitalize(),
        hour12=formatting.say_time(at, get_language() or "en"),
        hour24=f"{at:%H:%M}",
    )


def date_and_time(at: datetime) -> str:
    """Nov. 29, 2026 at 1:47 PM."""
    return str(DATE_AND_TIME).format(
        date=formats.date_format(at),
        time=formatting.say_time(at, get_language() or "en"),
    )


def _part(at: datetime) -> int:
    if at.hour < NIGHT_END_HOUR:
        return NIGHT
    if at.hour >= EVENING_HOUR:
        return EVENING
    return MORNING if at.hour < NOON_HOUR else AFTERNOON
