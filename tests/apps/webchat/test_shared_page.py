"""Bob reads what Alice has shared, for as long as she wants; no engine finds it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.conversations import erasure
from apps.conversations.models import Conversation, ShareLink
from apps.conversations.sharing import links
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import minutes
from tests.apps.conversations.sharing.test_shown import say

A_WEEK = timedelta(days=7)


@pytest.fixture
def thread(mohegan: Property) -> Conversation:
    thread = Conversation.objects.create(property=mohegan)
    say(thread, "Is <i>parking</i> free?", "Parking is **free**.")
    say(thread, "My code is 4711", "Booked.", turn={"route": "bookings"})
    return thread


@pytest.fixture
def link(thread: Conversation) -> str:
    return f"/s/{links.make(thread.pk, timezone.now())[0]}"


def test_it_shows_the_answers_and_nothing_to_press(client: Client, link: str) -> None:
    response = client.get(link)
    page = response.content.decode()
    assert response.status_code == 200
    assert "Is &lt;i&gt;parking&lt;/i&gt; free?" in page
    assert "<strong>free</strong>" in page
    assert "4711" not in page
    assert not any(tag in page for tag in ("<script", "<form", "<button", "<textarea"))
    assert 'href="/mohegan-sun/?lang=en"' in page


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "on Nov. 20, 2026 at 7:42 PM; they may have changed"),
        ("es", "el 20 de noviembre de 2026 a las 7:42 p. m.; pueden haber"),
        ("fr", "le 20 novembre 2026 à 19 h 42 ; elles ont pu changer"),
    ],
)
def test_it_says_the_hour_to_which_the_answers_held(
    client: Client, link: str, language: str, words: str
) -> None:
    evening = datetime.fromisoformat("2026-11-20T19:42:00-05:00")
    ShareLink.objects.update(created_at=evening, expires_at=timezone.now() + A_WEEK)
    assert words in client.get(f"{link}?lang={language}").content.decode()


def test_nobody_finds_it_or_keeps_it(client: Client, link: str) -> None:
    response = client.get(link)
    assert response["Referrer-Policy"] == "no-referrer"
    assert "noindex" in response["X-Robots-Tag"]
    assert "no-store" in response["Cache-Control"]
    assert "sessionid" not in response.cookies


def test_nothing_can_be_written(client: Client, link: str) -> None:
    assert client.post(link, {"text": "Hello"}).status_code == 405


def test_it_is_gone_once_she_stops(
    client: Client, link: str, thread: Conversation
) -> None:
    links.revoke_all(thread.pk, timezone.now())
    response = client.get(f"{link}?lang=es")
    assert response.status_code == 410
    assert "Este enlace ya no abre ninguna conversación." in response.content.decode()
    assert "parking" not in response.content.decode()


def test_a_made_up_link_is_not_found(client: Client, link: str) -> None:
    wrong = link[:-2] + ("aa" if link[-2:] != "aa" else "bb")
    assert client.get(wrong).status_code == 404


@pytest.mark.django_db(transaction=True)
async def test_it_goes_with_the_thread(link: str, thread: Conversation) -> None:
    await erasure.forget(thread)
    response = await database_threads.run(Client().get, link)
    assert response.status_code == 410
    assert not await ShareLink.objects.aexists()


def test_an_address_that_asks_too_often_waits(
    client: Client, link: str, settings: Settings
) -> None:
    minutes.wait_for_the_next()
    settings.RATE_LIMIT_STRANGERS_PER_MINUTE = 1
    answers = [client.get(link, REMOTE_ADDR="203.0.113.77") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert int(answers[-1]["Retry-After"]) > 0
    assert "parking" not in answers[-1].content.decode()
