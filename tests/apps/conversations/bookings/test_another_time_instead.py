"""A guest who wants another time for what waits already replaces it with one yes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    ROOM,
    Talk,
    dinner_at,
    room_at,
)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_key", "stay")]
SENT = ("Can I get a late checkout at 1pm?", "yes")


@pytest.fixture
def stay(resort: Property) -> None:
    room_at(resort)
    dinner_at(resort, party=2)


async def stored(kind: str = "late_checkout") -> list[tuple[str, str]]:
    """Status, and the time that is asked for, of all requests in their order."""
    rows = Request.objects.filter(kind=kind).order_by("created_at")
    return [
        (row.status, row.wish.get("until") or row.wish.get("starts_at", "")[11:16])
        for row in await database_threads.run(list, rows)
    ]


@pytest.mark.parametrize(
    ("language", "words", "yes"),
    [
        ("en", "make it 12 instead", "yes"),
        ("en", "noon", "yes, send it"),
        ("en", "could it be 12pm instead?", "yes please"),
        ("en", "can I check out at noon instead?", "yes"),
        ("en", "actually 12", "Y"),
        ("de", "um 12 Uhr", "ja"),
        ("es", "mejor a las 12", "sí"),
        ("fr", "plutôt à midi", "oui"),
        ("pt", "melhor às 12h", "sim"),
        ("zh", "改成12点", "好的"),
    ],
)
async def test_one_yes_takes_the_first_back_and_sends_the_new_one(
    language: str, words: str, yes: str, begin_talk: Callable[..., Talk]
) -> None:
    talk = begin_talk(language).with_codes(ROOM)
    await talk.say(*SENT, words)
    assert await stored() == [("waiting", "13:00")]
    await talk.say(yes)
    assert await stored() == [("withdrawn", "13:00"), ("waiting", "12:00")]


async def test_the_guest_reads_what_waits_and_what_would_be_sent(talk: Talk) -> None:
    result = await talk.with_codes(ROOM).say(*SENT, "make it 12 instead")
    first, _, second = result["answer"].partition("Shall I take it back")
    assert "waits with the team, who have not answered yet" in first
    assert "1:00 PM" in first
    assert "12:00 PM" in second


async def test_a_change_keeps_what_is_not_named_anew(talk: Talk) -> None:
    await talk.with_codes(DINNER).say("Move my dinner to 8pm for 4 people", "yes")
    await talk.say("make it 9pm instead", "yes")
    assert await stored("change") == [("withdrawn", "20:00"), ("waiting", "21:00")]
    rows = Request.objects.filter(kind="change")
    latest = await database_threads.run(rows.latest, "created_at")
    assert latest.wish["party"] == 4


@pytest.mark.parametrize(
    "words", ["no", "no thanks", "when does the pool open?", "make it 1pm"]
)
async def test_without_a_yes_the_first_one_stays(words: str, talk: Talk) -> None:
    await talk.with_codes(ROOM).say(*SENT, "make it 12 instead", words)
    assert await stored() == [("waiting", "13:00")]


@pytest.mark.parametrize("words", ["We arrive at 9", "Ballo at 8", "dinner for 4"])
async def test_a_time_of_something_else_proposes_nothing(
    words: str, talk: Talk
) -> None:
    await talk.with_codes(ROOM).say(*SENT, words, "yes")
    assert await stored() == [("waiting", "13:00")]


async def test_a_further_time_is_proposed_again(talk: Talk) -> None:
    await talk.with_codes(ROOM).say(*SENT, "make it 12 instead")
    await talk.say("no, make it 2pm", "yes")
    assert await stored() == [("withdrawn", "13:00"), ("waiting", "14:00")]


async def test_what_staff_decide_meanwhile_stays(
    talk: Talk, sams_account: User
) -> None:
    await talk.with_codes(ROOM).say(*SENT, "make it 12 instead")
    request = await database_threads.run(Request.objects.get)
    await database_threads.run(requests.approve, request, sams_account, timezone.now())
    await talk.say("yes")
    assert await stored() == [("approved", "13:00")]


async def test_a_time_that_cannot_be_leaves_it(talk: Talk) -> None:
    result = await talk.with_codes(ROOM).say(*SENT, "make it 10am instead", "yes")
    assert await stored() == [("waiting", "13:00")]
    assert result["answer"]


@pytest.mark.parametrize(
    ("language", "texts", "result"),
    [
        ("en", ["actually 8", "yes but for 4", "y"], "20:00 4"),
        ("en", ["half an hour later than that", "yes"], "21:30"),
        ("en", ["move ballo half an hour later", "yes"], "21:30"),
        ("en", ["and for 3", "yes"], "21:00 3"),
        ("es", ["mejor a las 8", "sí, pero para 4", "sí"], "20:00 4"),
        ("es", ["y para 3", "sí"], "21:00 3"),
        ("fr", ["plutôt à 20h", "oui mais pour quatre", "oui"], "20:00 4"),
        ("fr", ["et pour trois", "oui"], "21:00 3"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else value,
)
async def test_what_is_said_after_sending_is_of_what_was_sent(
    language: str, texts: list[str], result: str, begin_talk: Callable[..., Talk]
) -> None:
    yes = {"en": "yes", "es": "sí", "fr": "oui"}[language]
    talk = begin_talk(language).with_codes(DINNER)
    await talk.say("move my dinner to 9pm", yes, *texts)
    rows = Request.objects.filter(status="waiting")
    (row,) = await database_threads.run(list, rows)
    values = row.wish["starts_at"][11:16], str(row.wish.get("party", ""))
    assert " ".join(filter(None, values)) == result


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "move my dinner to 9pm"),
        ("es", "mueve mi cena a las 21"),
        ("fr", "déplacez mon dîner à 21h"),
    ],
)
async def test_what_staff_have_approved_may_be_changed_once_more(
    language: str,
    words: str,
    begin_talk: Callable[..., Talk],
    sams_account: User,
) -> None:
    talk = begin_talk(language).with_codes(DINNER)
    await talk.say("Move my dinner to 8pm", "yes")
    request = await database_threads.run(Request.objects.get)
    await database_threads.run(requests.approve, request, sams_account, timezone.now())
    await talk.say(words)
    assert await stored("change") == [("approved", "20:00"), ("proposed", "21:00")]


async def test_what_staff_have_approved_is_not_asked_for_again(
    talk: Talk, sams_account: User
) -> None:
    await talk.with_codes(ROOM).say(*SENT)
    request = await database_threads.run(Request.objects.get)
    await database_threads.run(requests.approve, request, sams_account, timezone.now())
    await talk.say("Can I get a late checkout at 1pm?")
    assert await stored() == [("approved", "13:00")]
