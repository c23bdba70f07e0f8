"""Guests say yes and no, and ask for changes and links, in words of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User

from apps.conversations.models import BookingLink
from apps.infrastructure import database_threads, yaml_files
from apps.properties.models import Property
from apps.reservations.models import Request
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    ROOM,
    Talk,
    dinner_at,
    offer_a_quarter_past_nine,
    room_at,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("without_key", "resort", "stay"),
]
WORDINGS = yaml_files.read(Path(__file__).with_name("wordings.yaml"))
CANCEL = {
    "en": "Please cancel my dinner",
    "es": "Quiero cancelar mi cena",
    "fr": "Annulez mon dîner",
    "pt": "Quero cancelar o meu jantar",
    "zh": "我想取消我的晚餐",
}
SETUPS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "unknown": lambda language: (),
    "known": lambda language: (),
    "card": lambda language: (CANCEL[language],),
    "offer": lambda language: ("Move my dinner to 9pm", "yes"),
}


@pytest.fixture
def stay(resort: Property) -> None:
    room_at(resort, guest=dinner_at(resort).guest)


def outcome() -> list[str]:
    """What became of each request, the oldest first: `change proposed 20:00 5`."""
    return [_line(row) for row in Request.objects.order_by("created_at")]


def _line(row: Request) -> str:
    wish = row.wish
    clock = wish.get("until") or wish.get("starts_at", "")[11:16] or "-"
    party = [str(wish["party"])] if "party" in wish else []
    return " ".join([row.kind, row.status, clock, *party])


def lines_of(result: str) -> list[str]:
    """The same, of what is expected."""
    first, *values = result.split()
    both = ["cancel withdrawn -", "late_checkout proposed 13:00"]
    states = {
        "sent": ["cancel waiting -"],
        "withdrawn": both[:1],
        "withdrawn+late_checkout": both,
        "accepted": ["change approved 21:15"],
        "declined": ["change declined 21:00"],
        "open": ["change changed 21:00"],
        "link": [],
    }
    return states.get(first) or ([] if first == "link" else [_proposed(first, values)])


def _proposed(kind: str, values: list[str]) -> str:
    return " ".join([kind, "proposed", *values])


@pytest.mark.parametrize(
    "wording",
    [*WORDINGS["wordings"], *WORDINGS["held_back"]],
    ids=lambda wording: wording["say"],
)
async def test_a_wording_is_understood(
    wording: dict[str, Any],
    begin_talk: Callable[..., Talk],
    admin_user: User,
    settings: LazySettings,
) -> None:
    settings.SMS_ENABLED = True
    language, result = wording["lang"], wording["result"]
    talk = begin_talk(language)
    if wording["setup"] != "unknown":
        talk.with_codes(DINNER, ROOM)
    for text in SETUPS[wording["setup"]](language):
        await talk.say(text)
    if wording["setup"] == "offer":
        await database_threads.run(offer_a_quarter_past_nine, admin_user)
    answer = await talk.say(wording["say"])
    assert answer["route"] == "bookings"
    assert await database_threads.run(outcome) == lines_of(result)
    if result.startswith("link"):
        is_noted = await database_threads.run(BookingLink.objects.exists)
        assert is_noted == (result == "link address")
