"""A chat that Alice has forgotten takes along what she told in it."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.utils import timezone

from apps.conversations import erasure, single_question, tasks
from apps.conversations.models import Conversation, Turn
from apps.conversations.turns.runner import TurnRunner
from apps.guests import consents, profile
from apps.guests.extraction.findings import FoundFact, Reading
from apps.guests.models import Consent, Guest, GuestFact
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.apps.webchat.test_forgetting import holding

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
WORD = "zwetschge"
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def tell(guest: Guest, turn_id: UUID, key: str, *choices: str) -> None:
    quote = f"we love {WORD}, {key}"
    finding = FoundFact(key, list(choices), quote, 0.9)
    profile.note(guest, Reading((finding,)), turn_id, "en", NOON)
    # As a quote was stored before it was cut, so that the word is looked for here too.
    GuestFact.objects.filter(turn_id=turn_id).update(quote=quote)


async def thread_of(
    guest: Guest, turns: TurnRunner, key: str, *choices: str
) -> Conversation:
    """A new conversation in which the guest has told these choices."""
    place = guest.property
    thread = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    await single_question.ask(turns, thread, f"Is parking free, {WORD}?")
    await Conversation.objects.filter(pk=thread.pk).aupdate(guest=guest)
    turn = await Turn.objects.aget(conversation=thread)
    await database_threads.run(tell, guest, turn.pk, key, *choices)
    return await Conversation.objects.aget(pk=thread.pk)


def remember(guest: Guest) -> None:
    consents.record(
        guest.property,
        str(guest.pk),
        Consent.Scope.MEMORY,
        is_given=True,
        channel="web",
        source="button",
        text_shown="May we remember you?",
        said_at=timezone.now(),
        guest=guest,
    )


async def test_a_guest_ends_with_the_only_conversation(
    resort: Property, turns: TurnRunner
) -> None:
    guest = await Guest.objects.acreate(property=resort)
    thread = await thread_of(guest, turns, "dietary_needs", "vegan")
    assert "public.guests_guestfact" in await database_threads.run(holding, WORD)
    await erasure.forget(thread)
    assert await database_threads.run(holding, WORD) == []
    assert await database_threads.run(holding, str(guest.pk)) == []


async def test_a_guest_who_is_remembered_loses_what_was_told_there(
    resort: Property, turns: TurnRunner
) -> None:
    guest = await Guest.objects.acreate(property=resort)
    await database_threads.run(remember, guest)
    first = await thread_of(guest, turns, "dietary_needs", "vegan")
    second = await thread_of(guest, turns, "interests", "golf")
    await erasure.forget(second)
    stored = await GuestFact.objects.aget()
    assert stored.key == "dietary_needs"
    await erasure.forget(first)
    assert await database_threads.run(holding, WORD) == []
    assert not await Guest.objects.aexists()
    proof = await Consent.objects.aget()
    assert proof.guest_id is None
    assert await database_threads.run(list, consents.verify()) == []


async def test_a_guest_who_is_not_remembered_loses_all(
    resort: Property, turns: TurnRunner
) -> None:
    guest = await Guest.objects.acreate(property=resort)
    await thread_of(guest, turns, "dietary_needs", "vegan")
    second = await thread_of(guest, turns, "interests", "golf")
    await erasure.forget(second)
    assert not await GuestFact.objects.aexists()
    assert await Guest.objects.aexists()


async def test_a_discarded_conversation_takes_its_guest_along(
    resort: Property, turns: TurnRunner
) -> None:
    guest = await Guest.objects.acreate(property=resort)
    await erasure.discard(await thread_of(guest, turns, "interests", "golf"))
    assert not await Guest.objects.aexists()
    assert not await GuestFact.objects.aexists()


async def test_pruning_leaves_no_guest_without_a_conversation(
    resort: Property, turns: TurnRunner
) -> None:
    guest = await Guest.objects.acreate(property=resort)
    thread = await thread_of(guest, turns, "interests", "golf")
    await tasks._prune()
    assert await Guest.objects.aexists()
    await Conversation.objects.filter(pk=thread.pk).aupdate(guest=None)
    await tasks._prune()
    assert not await Guest.objects.aexists()
