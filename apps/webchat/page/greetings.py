"""A moment on the property's clock, as the first screen says it."""

from __future__ import annotations

from datetime import datetime

from django.utils import formats
from django.utils.translation import gettext_lazy as _

NOON, EVENING, NIGHT_ENDS = 12, 17, 5
GREETINGS = (_("Good morning"), _("Good afternoon"), _("Good evening"))
# {hour12} or {hour24}, as the language counts.
MOMENTS = (
    _("{day} morning, {hour12}"),
    _("{day} afternoon, {hour12}"),
    _("{day} evening, {hour12}"),
)


def greeting(at: datetime) -> str:
    """Good morning, good afternoon or good evening."""
    return str(GREETINGS[_part(at)])


def moment(at: datetime) -> str:
    """Friday evening, 7:42."""
    return str(MOMENTS[_part(at)]).format(
        day=formats.date_format(at, "l").capitalize(),
        hour12=f"{at.hour % 12 or 12}:{at:%M}",
        hour24=f"{at:%H:%M}",
    )


def _part(at: datetime) -> int:
    if at.hour >= EVENING or at.hour < NIGHT_ENDS:
        return 2
    return 0 if at.hour < NOON else 1
