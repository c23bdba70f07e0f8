"""Numbers that text messages come from and go to, in E.164."""

from __future__ import annotations

import phonenumbers
from phonenumbers import timezone

SHOWN_DIGITS = 2
NORTH_AMERICA = 1
AREA_DIGITS = 3
UNKNOWN_ZONE = "Etc/Unknown"


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
