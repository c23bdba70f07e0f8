"""Another guest goes on in a chat, and nothing of the one before is left to him."""

from __future__ import annotations

import pytest

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    WHO,
    Talk,
    dinner_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort", "dinner", "others_table")


@pytest.fixture
def others_table(resort: Property) -> None:
    dinner_at(resort, code="DINE5570", family_name="Haddad", what="Tuscany")


async def requests_of(status: str) -> int:
    return await database_threads.run(Request.objects.filter(status=status).count)


@pytest.mark.parametrize(
    "introduction",
    [
        "my code is DINE5570, Haddad",
        "DINE5570 Haddad",
        "I am Haddad, DINE5570",
        "dine5570, haddad. when is my table?",
        "soy Haddad, mi código es DINE5570",
        "je suis Haddad, réservation DINE5570",
    ],
)
async def test_a_code_of_another_guest_is_no_word_on_a_proposal(
    talk: Talk, introduction: str
) -> None:
    result = await talk.say(WHO, "cancel my dinner", introduction)
    assert "Tuscany" in result["answer"]
    assert "Ballo" not in result["answer"]
    await talk.say("yes", "send it")
    assert await requests_of("waiting") == 0


@pytest.mark.parametrize(
    "interlude", ["Cancel my dinner", "what time does the pool open?", "thank you"]
)
async def test_what_the_guest_before_asked_for_is_closed(
    talk: Talk, interlude: str
) -> None:
    await talk.say(WHO, "cancel my dinner", "yes", "note for my dinner: window please")
    await talk.say(interlude, "my code is DINE5570, Haddad")
    for question in ("what happened to my request?", "was my request approved?"):
        answer = (await talk.say(question))["answer"]
        assert "Ballo" not in answer
    await talk.say("take back the cancellation", "send the note", "yes")
    rows = Request.objects.filter(reservation__code=DINNER)
    own_requests = await database_threads.run(list, rows.values_list("kind", "status"))
    assert own_requests == [("cancel", "waiting")]


async def test_the_guest_before_finds_what_he_has_sent_again(talk: Talk) -> None:
    await talk.say(WHO, "cancel my dinner", "yes", "my code is DINE5570, Haddad", WHO)
    answer = (await talk.say("what happened to my request?"))["answer"]
    assert "Cancellation: Ballo" in answer


async def test_a_wrong_code_leaves_the_proposal_as_it_was(talk: Talk) -> None:
    result = await talk.say(WHO, "cancel my dinner", "my code is DINE5571, Haddad")
    assert "could not match" in result["answer"]
    await talk.say("cancel my dinner", "yes")
    request = await database_threads.run(Request.objects.get)
    assert request.status == "waiting"
    assert "Haddad" not in str(request.wish)


async def test_his_own_code_again_closes_nothing(talk: Talk) -> None:
    await talk.say(WHO, "cancel my dinner", WHO)
    await talk.say("send it")
    assert await requests_of("waiting") == 1
