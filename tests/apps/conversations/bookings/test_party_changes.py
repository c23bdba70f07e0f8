"""Guests say who does not come, or comes besides: the table stays, for so many."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    Talk,
    only_request,
)

pytestmark = pytest.mark.usefixtures("without_key", "dinner")


@pytest.mark.parametrize(
    ("language", "words", "party"),
    [
        ("en", "one of us can't come to dinner", 1),
        ("en", "my husband won't be joining us", 1),
        ("en", "my friend is not able to make it to dinner tonight", 1),
        ("en", "one less for dinner", 1),
        ("en", "2 more people are joining for dinner", 4),
        ("en", "there will be 3 of us at dinner", 3),
        ("en", "we're 4 for dinner now not 2", 4),
        ("es", "uno de nosotros no puede venir a la cena", 1),
        ("es", "mi marido no viene a la cena", 1),
        ("es", "dos personas más vienen a la cena", 4),
        ("fr", "l'un de nous ne peut pas venir au dîner", 1),
        ("fr", "mon mari ne vient pas au dîner", 1),
        ("fr", "nous serons 3 au dîner", 3),
        ("en", "one less person at the Ballo place", 1),
        ("en", "only 3 of us are coming", 3),
        ("en", "turns out we'll be 6", 6),
        ("en", "hi\nabout dinner\nwe're 4 now", 4),
        ("es", "al final somos 3", 3),
        ("fr", "finalement on sera 3", 3),
        ("fr", "on sera deux de plus", 4),
        ("fr", "il y aura une personne de moins au dîner", 1),
    ],
)
async def test_the_table_is_for_so_many(
    begin_talk: Callable[..., Talk], language: str, words: str, party: int
) -> None:
    await begin_talk(language).with_codes(DINNER).say(words)
    request = await only_request()
    assert (request.kind, request.wish.get("party")) == ("change", party)
    assert "starts_at" not in request.wish


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "my husband and I can't come to dinner"),
        ("en", "my wife is sick and can't come to dinner, please cancel it"),
        ("en", "we can't come to dinner"),
        ("es", "ya no podemos ir a la cena"),
        ("fr", "nous ne pouvons plus venir au dîner"),
    ],
)
async def test_a_table_for_nobody_is_cancelled(
    begin_talk: Callable[..., Talk], language: str, words: str
) -> None:
    await begin_talk(language).with_codes(DINNER).say(words)
    assert (await only_request()).kind == "cancel"


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["move dinner to 9pm", "yes but for 4"]),
        ("en", ["move dinner to 9pm", "ok, only make it for four please"]),
        ("en", ["move dinner to 9", "yes, for 4"]),
        ("es", ["cambia la cena a las 9", "sí, pero para 4"]),
        ("fr", ["décalez le dîner à 21h", "oui mais pour 4"]),
    ],
)
async def test_after_a_time_for_four_counts_people(
    begin_talk: Callable[..., Talk], language: str, texts: list[str]
) -> None:
    await begin_talk(language).with_codes(DINNER).say(*texts)
    request = await only_request()
    assert (request.status, request.wish["party"]) == ("proposed", 4)
    assert "T21:00" in request.wish["starts_at"]


@pytest.mark.parametrize(
    "words", ["we're 4 for dinner, where should we go?", "we are 4 for dinner tonight"]
)
async def test_who_looks_for_a_table_has_not_booked_one(talk: Talk, words: str) -> None:
    assert (await talk.say(words))["route"] != "bookings"
