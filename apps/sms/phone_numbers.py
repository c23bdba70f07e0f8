"""Numbers that text messages come from and go to, in E.164, and those of phones that
exist on the phone page alone, one for each of the staff.

Nobody has a number of the area code 555, so none of the latter's messages reaches a
guest. They take the same way as any text; only the provider is not asked.
"""

from __future__ import annotations

import phonenumbers
from phonenumbers import timezone

SHOWN_DIGITS = 2
NORTH_AMERICA = 1
AREA_DIGITS = 3
UNKNOWN_ZONE = "Etc/Unknown"
PREFIX = "+1555010"
LAST = 10_000


def masked(number: str) -> str:
    """`***34` for staff who may not see guests' numbers."""
    return f"***{number[-SHOWN_DIGITS:]}" if number else ""


def time_zones(number: str) -> list[str]:
    """The zones that an area code lies in; empty where nobody knows."""
    parsed = phonenumbers.parse(number)
    zones = timezone.time_zones_for_number(parsed)
    return [zone for zone in zones if zone != UNKNOWN_ZONE]


def area_code(number: str) -> str:
    """The three digits of a North American number; empty for any other."""
    parsed = phonenumbers.parse(number)
    if parsed.country_code != NORTH_AMERICA:
        return ""
    return phonenumbers.national_significant_number(parsed)[:AREA_DIGITS]


def number_of(user_id: int) -> str:
    return f"{PREFIX}{user_id % LAST:04d}"


def is_trial(number: str) -> bool:
    return number.startswith(PREFIX)
