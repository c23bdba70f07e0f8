"""Guests answer a proposal, and what was sent, in words that no phrase knows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from apps.infrastructure import database_threads
from apps.reservations.models import Request
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    Talk,
    offer_a_quarter_past_nine,
    only_request,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort", "dinner")
Begin = Callable[..., Talk]


@pytest.mark.parametrize(
    ("language", "words", "status"),
    [
        ("en", "That would be marvellous, dear.", "waiting"),
        ("en", "sounds like a plan, get it rolling", "waiting"),
        ("en", "knock yourself out", "waiting"),
        ("en", "that would suit me down to the ground", "waiting"),
        ("fr", "je n'y vois pas d'inconvénient", "waiting"),
        ("en", "👍🏽", "waiting"),
        ("fr", "ce n'est plus la peine", "withdrawn"),
        ("en", "thanks but we're good", "proposed"),
        ("en", "turns out we can make it work, leave everything as is", "withdrawn"),
        ("en", "my husband just sorted it", "withdrawn"),
        ("es", "déjalo, ya nos apañamos", "withdrawn"),
        ("en", "gotta ask my wife first", "proposed"),
        ("fr", "il faut que j'en parle à ma femme", "proposed"),
        ("en", "who decides that?", "proposed"),
        ("en", "ok what about it", "proposed"),
        ("en", "sure, why?", "proposed"),
        ("en", "is the pool heated", "proposed"),
    ],
)
async def test_a_proposal_is_answered(
    language: str, words: str, status: str, begin_talk: Begin
) -> None:
    talk = begin_talk(language).with_codes(DINNER)
    await talk.say("Cancel my dinner", words)
    assert (await only_request()).status == status


@pytest.mark.parametrize(
    ("language", "wish", "words"),
    [
        ("es", "Dos almohadas a la habitación 1204, por favor", "mejor tres almohadas"),
        ("fr", "Deux oreillers à la chambre 1204", "plutôt trois oreillers"),
    ],
)
async def test_another_number_of_things_is_noted(
    language: str, wish: str, words: str, begin_talk: Begin
) -> None:
    await begin_talk(language).say(wish, words)
    assert (await only_request()).wish["note"] == words


async def test_who_needs_time_is_told_that_nothing_is_sent(talk: Talk) -> None:
    result = await talk.with_codes(DINNER).say(
        "Cancel my dinner", "hold that thought, gotta ask my wife"
    )
    assert "take your time" in result["answer"]
    await talk.say("send it")
    assert (await only_request()).status == "waiting"


async def test_words_that_may_decide_are_no_note_to_the_team(talk: Talk) -> None:
    """Where they are not sure, the guest is asked what he wants."""
    result = await talk.with_codes(DINNER).say("Cancel my dinner", "yellow")
    assert "yellow" not in result["answer"]
    assert "send it" in result["answer"]
    assert (await only_request()).wish.get("note", "") == ""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "ok it works now, tell them to stay put"),
        ("en", "Found a pile of them in the closet, call off the dogs"),
        ("en", "my kid had just unplugged it, sorry to bother you"),
        ("es", "ya funciona, no hace falta que venga nadie"),
        ("fr", "c'est réparé, inutile de venir"),
        ("de", "hat sich erledigt, mein Mann hat es repariert"),
    ],
)
async def test_what_was_sent_is_taken_back(
    language: str, words: str, begin_talk: Begin
) -> None:
    talk = begin_talk(language)
    await talk.say("the tv in room 1412 is broken", "yes, send it", words)
    assert (await only_request()).status == "withdrawn"


@pytest.mark.parametrize(
    "words", ["so when are they gonna show up", "been waiting 20 minutes", "any word?"]
)
async def test_the_guest_hears_how_it_stands(words: str, talk: Talk) -> None:
    result = await talk.say("the tv in room 1412 is broken", "yes, send it", words)
    assert "1412" in result["answer"] or "team" in result["answer"]
    assert result["route"] == "bookings"
    assert (await only_request()).status == "waiting"


@pytest.mark.parametrize(
    "words",
    ["thanks a lot", "when does the pool open", "no rush, we are at the tables"],
)
async def test_other_words_take_nothing_back(words: str, talk: Talk) -> None:
    await talk.say("the tv in room 1412 is broken", "yes, send it", words)
    assert (await only_request()).status == "waiting"


async def test_another_time_takes_the_place_of_a_cancellation(talk: Talk) -> None:
    await talk.with_codes(DINNER).say(
        "Cancel my dinner", "actually no, just make it 9", "yes"
    )
    rows = await database_threads.run(lambda: list(Request.objects.order_by("pk")))
    states = {row.kind: row.status for row in rows}
    assert states == {"cancel": "withdrawn", "change": "waiting"}


@pytest.mark.parametrize("words", ["let's go for ten, thanks", "8 then, perfect"])
async def test_no_yes_drops_what_is_named(words: str, talk: Talk) -> None:
    await talk.with_codes(DINNER).say("Move my dinner to 9pm", words)
    assert (await only_request()).status == "proposed"


@pytest.mark.parametrize(
    "words",
    [
        "don't call it off just yet",
        "could I still pull out of this later?",
        "forget about the spa request",
    ],
)
async def test_what_was_sent_stays_where_nothing_takes_it_back(
    words: str, talk: Talk
) -> None:
    await talk.say("the tv in room 1412 is broken", "yes, send it", words)
    assert (await only_request()).status == "waiting"


async def test_an_offer_waits_for_who_needs_time(talk: Talk, admin_user: User) -> None:
    await talk.with_codes(DINNER).say("Move my dinner to 9pm", "yes")
    await database_threads.run(offer_a_quarter_past_nine, admin_user)
    reply = await talk.say("hold that thought, gotta ask my wife")
    assert "9:15" in reply["answer"]
    await talk.say("yes")
    assert (await only_request()).status == "approved"
