"""A link to the bookings is asked for outright, with an address or without one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.conf import LazySettings
from django.core import mail
from django.utils import timezone

from apps.concierge import replies
from apps.conversations.models import BookingLink
from apps.conversations.turns.bookings.identity import links
from apps.infrastructure import database_threads, patterns
from apps.properties.models import Property
from tests.apps.conversations.bookings.sample_bookings import (
    WHO,
    Talk,
    dinner_at,
    full_width,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort", "booked")
ADDRESS = "maria@example.com"
SIX_DIGITS = patterns.compile(r"\b\d{6}\b")


@pytest.fixture
def booked(resort: Property) -> None:
    dinner_at(resort, email=ADDRESS, phone="+18605550142")


@pytest.mark.parametrize(
    "text",
    [
        f"I don't have my reservation code. send me a link to {ADDRESS}",
        f"email a link to {ADDRESS} please",
        f"envíeme un enlace a {ADDRESS}",
        f"envoyez-moi un lien à {ADDRESS}",
        f"请把链接发到我的邮箱 {ADDRESS}",
        f"Schicken Sie mir bitte einen Link an {ADDRESS}",
        f"Può mandarmi un link a {ADDRESS}?",
    ],
)
async def test_it_goes_to_the_address_of_the_same_message(
    text: str, talk: Talk
) -> None:
    assert "on its way" in (await talk.say(text))["answer"]
    await database_threads.run(links.send_all, timezone.now())
    assert [message.to for message in mail.outbox] == [[ADDRESS]]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "send me a link"),
        ("en", "i dont have my code with me"),
        ("es", "envíeme un enlace"),
        ("es", "no tengo mi código"),
        ("fr", "envoyez-moi un lien"),
        ("fr", "je n'ai pas mon code"),
    ],
)
async def test_it_is_asked_for_first_of_all(
    language: str, text: str, begin_talk: Callable[..., Talk]
) -> None:
    answer = (await begin_talk(language).say(text))["answer"]
    assert answer == replies.say("booking_link_which_email", language)


@pytest.mark.parametrize(
    "number",
    ["860 555 0142", "(860) 555-0142", "8605550142", full_width("860 555 0142")],
)
async def test_a_number_needs_no_country_code(
    number: str, talk: Talk, settings: LazySettings
) -> None:
    settings.SMS_ENABLED = True
    answer = await talk.say(f"text me a link to {number}")
    assert "on its way" in answer["answer"]
    link = await database_threads.run(BookingLink.objects.get)
    assert link.contact == "+18605550142"


async def test_who_was_asked_for_a_number_may_leave_out_the_country(
    talk: Talk, settings: LazySettings
) -> None:
    settings.SMS_ENABLED = True
    await talk.say("can you send me a link by text", "860 555 0142")
    link = await database_threads.run(BookingLink.objects.get)
    assert link.contact == "+18605550142"


async def test_it_goes_on_with_what_was_asked_before(talk: Talk) -> None:
    await talk.say("When is my dinner?", f"email me a link at {ADDRESS}")
    await database_threads.run(links.send_all, timezone.now())
    match = SIX_DIGITS.search(str(mail.outbox[0].body))
    assert match
    assert "7:00 PM" in (await talk.say(str(match[0])))["answer"]


async def test_who_is_known_reads_his_bookings(talk: Talk) -> None:
    answer = await talk.say(WHO, "email me a link to my booking")
    assert "Ballo Italian Restaurant" in answer["answer"]
    assert not await database_threads.run(BookingLink.objects.exists)


@pytest.mark.parametrize(
    "text",
    [
        "can you send me a link to the menu",
        "is there a link to the show tickets page",
        "I don't have a player card number",
    ],
)
async def test_a_link_to_something_else_is_none_to_the_bookings(
    text: str, talk: Talk
) -> None:
    assert (await talk.say(text))["route"] != "bookings"


async def test_where_nothing_is_booked_here_no_link_is_promised(
    begin_talk: Callable[..., Talk], foxwoods: Property
) -> None:
    talk = begin_talk(place=foxwoods)
    assert (await talk.say("email me a link to my booking"))["route"] != "bookings"
    await database_threads.run(partial(dinner_at, foxwoods, code="FX-1234"))
    assert (await talk.say("email me a link to my booking"))["route"] == "bookings"
