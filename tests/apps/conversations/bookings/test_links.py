"""A link by e-mail or by text opens a guest's bookings to the thread that asked."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.conf import LazySettings
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from apps.conversations.models import BookingLink
from apps.conversations.turns.bookings.identity import access, links
from apps.infrastructure import database_threads, patterns
from apps.properties.models import Property
from apps.reservations.models import Reservation
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import Talk, dinner_at

pytestmark = pytest.mark.usefixtures("without_key", "resort", "booked")
ADDRESS = "maria@example.com"
SIX_DIGITS = patterns.compile(r"\b\d{6}\b")
TOKEN = patterns.compile(r"#bookings=(\S+)")


@pytest.fixture
def booked(resort: Property) -> Reservation:
    """A dinner whose guest gave an address."""
    return dinner_at(resort, email="Maria@Example.com", phone="+18605550142")


@pytest.fixture(autouse=True)
def _site_address(settings: LazySettings) -> None:
    settings.SITE_URL = "https://concierge.example"


async def sent_code() -> str:
    """Of the newest message, once what waits has been sent."""
    return await database_threads.run(_sent_code)


def _sent_code() -> str:
    links.send_all(timezone.now())
    match = SIX_DIGITS.search(str(mail.outbox[-1].body))
    assert match
    return str(match[0])


def sent_token() -> str:
    match = TOKEN.search(str(mail.outbox[-1].body))
    assert match
    return str(match[1])


def thread_of(talk: Talk) -> UUID:
    assert talk.thread is not None
    return talk.thread.pk


async def test_the_code_of_a_mail_opens_the_bookings_and_goes_on(talk: Talk) -> None:
    first_answer = await talk.say("When is my dinner?")
    assert first_answer["followups"] == ["Send me a link"]
    assert "e-mail address" in (await talk.say("Send me a link"))["answer"]
    assert "on its way" in (await talk.say(f"It's {ADDRESS}"))["answer"]
    code = await sent_code()
    [message] = mail.outbox
    assert message.to == [ADDRESS]
    assert "Ballo" not in str(message.body)
    answer = (await talk.say(f"{code[:3]} {code[3:]}"))["answer"]
    assert "found your booking" in answer
    assert "7:00 PM" in answer


async def test_an_address_may_be_given_at_once(talk: Talk) -> None:
    await talk.say("When is my dinner?", ADDRESS, "What is the dress code at Ballo?")
    assert "Ballo" in (await talk.say(await sent_code()))["answer"]


@pytest.mark.parametrize(
    ("language", "ask", "wish"),
    [
        ("es", "¿Cuándo es mi cena?", "Envíeme un enlace"),
        ("es", "¿Cuándo es mi cena?", "no tengo el código"),
        ("fr", "Quand est mon dîner ?", "Envoyez-moi un lien"),
        ("en", "When is my dinner?", "can you email me a link?"),
        ("en", "When is my dinner?", "I lost the code"),
    ],
)
async def test_a_link_is_asked_for_in_many_words(
    language: str, ask: str, wish: str, begin_talk: Callable[..., Talk]
) -> None:
    talk = begin_talk(language)
    await talk.say(ask, wish, ADDRESS)
    code = await sent_code()
    clock = "7:00 PM" if language == "en" else "19:00"
    assert clock in (await talk.say(code))["answer"]
    assert await booking_count(talk) == 1


async def booking_count(talk: Talk) -> int:
    ids = await database_threads.run(
        access.booking_ids, thread_of(talk), timezone.now()
    )
    return len(ids)


async def test_the_same_is_said_and_done_whether_a_booking_exists_or_not(
    begin_talk: Callable[..., Talk],
) -> None:
    answers = set()
    for address in (ADDRESS, "nobody@example.com"):
        talk = begin_talk()
        answers.add((await talk.say("When is my dinner?", address))["answer"])
    assert len(answers) == 1
    links_of = await database_threads.run(list, BookingLink.objects.all())
    assert [link.sent_at for link in links_of] == [None, None]
    assert mail.outbox == []
    await sent_code()
    assert [message.to for message in mail.outbox] == [[ADDRESS]]


async def test_a_wrong_code_is_refused_alike_where_nothing_was_sent(
    begin_talk: Callable[..., Talk],
) -> None:
    answers = set()
    for address in (ADDRESS, "nobody@example.com"):
        talk = begin_talk()
        await talk.say("When is my dinner?", address)
        right = await sent_code()
        wrong = f"{(int(right) + 1) % 10**6:06}"
        answers.add((await talk.say(wrong))["answer"])
    assert len(answers) == 1
    assert "does not fit" in answers.pop()


async def test_five_wrong_codes_lock_the_thread(talk: Talk) -> None:
    await talk.say("When is my dinner?", ADDRESS)
    right = await sent_code()
    for number in range(1, 6):
        wrong = f"{(int(right) + number) % 10**6:06}"
        answer = (await talk.say(wrong))["answer"]
    assert "cannot try any more codes" in answer
    assert "cannot try any more codes" in (await talk.say(right))["answer"]
    assert await booking_count(talk) == 0


async def test_a_code_and_a_link_work_once(talk: Talk) -> None:
    await talk.say("When is my dinner?", ADDRESS)
    code = await sent_code()
    await talk.say(code)
    token, now = sent_token(), timezone.now()
    thread = thread_of(talk)
    assert not await database_threads.run(access.open_link, thread, token, now)
    assert not await database_threads.run(links.is_awaited, thread, now)


async def test_they_end_after_fifteen_minutes(talk: Talk) -> None:
    await talk.say("When is my dinner?", ADDRESS)
    code, token = await sent_code(), sent_token()
    thread, later = thread_of(talk), timezone.now() + timedelta(minutes=15, seconds=1)
    assert not await database_threads.run(access.open_link, thread, token, later)
    assert not await database_threads.run(links.bookings_of_code, thread, code, later)
    await database_threads.run(links.forget_old, later)
    assert not await database_threads.run(BookingLink.objects.exists)


async def test_a_link_opens_only_the_thread_that_asked(
    begin_talk: Callable[..., Talk],
) -> None:
    alice, mallory = begin_talk(), begin_talk()
    await mallory.say("When is my dinner?", "nobody@example.com")
    await alice.say("When is my dinner?", ADDRESS)
    code, token = await sent_code(), sent_token()
    assert "does not fit" in (await mallory.say(code))["answer"]
    now = timezone.now()
    opened = [
        await database_threads.run(access.open_link, thread_of(talk), word, now)
        for talk, word in ((mallory, token), (alice, f"{token}x"), (alice, token))
    ]
    assert opened == [False, False, True]


async def test_another_property_sends_nothing(
    begin_talk: Callable[..., Talk], foxwoods: Property
) -> None:
    talk = begin_talk(place=foxwoods)
    await database_threads.run(lambda: dinner_at(foxwoods, code="FX-1234"))
    await talk.say("When is my dinner?", ADDRESS)
    assert await database_threads.run(links.send_all, timezone.now()) == 0
    assert mail.outbox == []


async def test_few_links_are_sent_for_an_address(
    begin_talk: Callable[..., Talk],
) -> None:
    for _ in range(3):
        answer = (await begin_talk().say("When is my dinner?", ADDRESS))["answer"]
        assert "on its way" in answer
    answer = (await begin_talk().say("When is my dinner?", ADDRESS))["answer"]
    assert "cannot send any more links" in answer
    assert await database_threads.run(BookingLink.objects.count) == 3


async def test_a_mail_is_tried_again_and_its_address_stays_out_of_the_log(
    talk: Talk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await talk.say("When is my dinner?", ADDRESS)

    def fail(*_: Any) -> int:
        raise smtplib.SMTPSenderRefused(451, b"later", ADDRESS)

    now = timezone.now()
    with monkeypatch.context() as patch, caplog.at_level(logging.DEBUG):
        patch.setattr(EmailBackend, "send_messages", fail)
        assert await database_threads.run(links.send_all, now) == 0
    assert "SMTPSenderRefused" in caplog.text
    assert ADDRESS not in caplog.text
    assert await database_threads.run(links.send_all, now) == 1
    link = await database_threads.run(BookingLink.objects.get)
    assert link.contact == ""


async def test_without_mail_and_texts_guests_are_sent_to_the_team(
    talk: Talk, resort: Property, settings: LazySettings
) -> None:
    settings.SENDS_MAIL = False
    first_answer = await talk.say("When is my dinner?")
    assert first_answer["followups"] == []
    assert resort.phone in (await talk.say("I lost the code"))["answer"]


async def test_all_bookings_of_the_address_open(talk: Talk, resort: Property) -> None:
    guest = await database_threads.run(factories.GuestFactory.create, property=resort)
    own, of_guest = {"email": ADDRESS}, {"guest": guest}
    every: list[dict[str, Any]] = [own, {**own, **of_guest}, of_guest, {}]
    for number, values in enumerate(every):
        create = partial(dinner_at, resort, code=f"MS-555{number}", **values)
        await database_threads.run(create)
    await talk.say("When is my dinner?", ADDRESS)
    await talk.say(await sent_code())
    assert await booking_count(talk) == 4
