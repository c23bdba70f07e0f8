"""Runs a recorded turn again, as it was, or with something that has changed since.

Nothing is stored but what new requests to models cost, and no guest is told anything.
As it was, it needs neither a model server nor the rows of then: what the turn asked its
ports is answered as it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast
from uuid import uuid4

from asgiref.sync import async_to_sync
from django.conf import settings
from django.utils import timezone

from apps.concierge import prompts
from apps.concierge.bookings import GuestBookings
from apps.concierge.context import Context, Search
from apps.concierge.extractive import provider
from apps.concierge.forecast import Weather
from apps.concierge.guest_memory import GuestMemory, NoMemory
from apps.concierge.no_bookings import NoBookings
from apps.concierge.thread_memory import ThreadMemory
from apps.conversations.models import Turn
from apps.conversations.replay import afterwards, outcome, ports
from apps.conversations.replay.outcome import EventLog, Outcome
from apps.conversations.replay.plain_values import decode
from apps.conversations.replay.ports import Answers, PlayedPort
from apps.conversations.turns.active_turn import ActiveTurn, TurnRequest
from apps.conversations.turns.graph_runs import graph_context
from apps.conversations.turns.graph_runs.graph_run import GraphRun
from apps.conversations.turns.limits import spending
from apps.conversations.turns.search.passage_search import PassageSearch
from apps.infrastructure import database_threads, loop_clients
from apps.knowledge import property_snapshot
from apps.llm.cassettes.player import Player
from apps.llm.chat import chat_model
from apps.llm.embeddings import embedder
from apps.llm.meter import Meter


@dataclass(frozen=True)
class Changes:
    """What differs from the recorded turn.

    has_rows_of_now: the records are searched as they are now. asks_models: the models
    that are configured answer what was not asked then. prompt: another text of the
    speaker's, or empty. flags: of features.
    """

    has_rows_of_now: bool = False
    asks_models: bool = False
    prompt: str = ""
    flags: Mapping[str, bool] = field(default_factory=dict)


NO_CHANGES = Changes()
CAP_REACHED = "the property's cap of the day is reached, so no model is asked"


@dataclass(frozen=True)
class Rerun:
    """new_requests: what models were asked in words that were not recorded, by role."""

    outcome: Outcome
    new_requests: Sequence[tuple[str, Any]]


class CapReached(Exception):  # noqa: N818 - it names the state
    """The property has spent on models what it may spend today."""


class Unheard:
    """The stream of a turn that nobody follows."""

    def publish(self, event: dict[str, Any]) -> None: ...


async def run(
    turn: Turn, content: Mapping[str, Any], changes: Changes = NO_CHANGES
) -> Rerun:
    """turn: with its conversation. Raises NotRecorded where the turn, by the code of
    now, asks what it did not ask then, CapReached, and TimeoutError."""
    if changes.asks_models:
        await database_threads.run(_insist_on_budget, turn)
    player = Player(content["models"], chat_model if changes.asks_models else None)
    context = await _context(turn, content, player, changes)
    active = _active_turn(turn, content)
    graph_run = GraphRun(active, decode(content["priced_on"]))
    log = EventLog(graph_run)
    try:
        async with asyncio.timeout(settings.TURN_DEADLINE_SECONDS):
            with prompts.tried("concierge", changes.prompt):
                await graph_run.invoke(replace(context, listener=log))
            new_outcome = outcome.of(graph_run, log.events)
            new_outcome |= await afterwards.done_again(content, player, new_outcome)
    except TimeoutError:
        raise TimeoutError("it took too long") from None
    finally:
        new_tokens = graph_run.used.beyond(player.played)
        await database_threads.run(_charge, turn, new_tokens)
    return Rerun(new_outcome, player.new_requests)


def _insist_on_budget(turn: Turn) -> None:
    if spending.is_over(turn.conversation.property, timezone.now()):
        raise CapReached(CAP_REACHED)


def _charge(turn: Turn, used: Meter) -> None:
    """To the property's day: the turn may be of another one."""
    property_id = turn.conversation.property_id
    spending.charge_property(property_id, "replay", used, timezone.now())


def run_sync(turn: Turn, content: Mapping[str, Any], changes: Changes) -> Rerun:
    """The same for pages and commands, which have no event loop."""
    return async_to_sync(_run_and_close)(turn, content, changes)


async def _run_and_close(
    turn: Turn, content: Mapping[str, Any], changes: Changes
) -> Rerun:
    try:
        return await run(turn, content, changes)
    finally:
        await loop_clients.close()


def _active_turn(turn: Turn, content: Mapping[str, Any]) -> ActiveTurn:
    conversation = turn.conversation
    request = TurnRequest(
        property_id=conversation.property_id,
        thread_id=conversation.pk,
        client_id=uuid4(),
        text=content["question"],
        language=content["context"]["language"],
        channel=conversation.channel,
    )
    active = ActiveTurn(turn.pk, request)
    checkpoint = decode(content["checkpoint"])
    active.memory = ThreadMemory(str(conversation.pk), checkpoint)
    active.needs_approval = content["needs_approval"]
    active.stream = cast("Any", Unheard())
    return active


async def _context(
    turn: Turn, content: Mapping[str, Any], player: Player, changes: Changes
) -> Context:
    context = _as_recorded(content, player)
    if changes == NO_CHANGES:
        return context
    return await database_threads.run(_changed, context, turn, content, changes)


def _as_recorded(content: Mapping[str, Any], player: Player) -> Context:
    values = {name: decode(value) for name, value in content["context"].items()}
    answers = Answers(content["answers"])

    def port(protocol: type[Any]) -> Any:
        return PlayedPort(protocol, answers)

    may_remember = content["may_remember"]
    return Context(
        **values,
        search=port(Search),
        model=player.model,
        categories=ports.played_later("categories", answers),
        offline_speaker=provider.OfflineChat(),
        memory=port(GuestMemory),
        bookings=port(GuestBookings),
        weather=port(Weather) if content["has_weather"] else None,
        remember=ports.played("remember", answers) if may_remember else None,
    )


def _changed(
    context: Context, turn: Turn, content: Mapping[str, Any], changes: Changes
) -> Context:
    """With ports for what was not asked then. The moment and the guest stay."""
    snapshot = property_snapshot.of(turn.conversation.property_id)
    answers = Answers(content["answers"])
    search: Any = PassageSearch(
        snapshot,
        context.now,
        embedder(),
        context.language,
        decode(content["guest"]),
        content["party"],
        content.get("place_in_focus"),  # recordings of before have none
    )
    resort = graph_context.resort(snapshot.place)
    if not changes.has_rows_of_now:
        resort = context.resort
        search = PlayedPort(Search, answers, search)
    memory: Any = PlayedPort(GuestMemory, answers, NoMemory())
    bookings: Any = PlayedPort(GuestBookings, answers, NoBookings())
    return replace(
        context,
        search=search,
        resort=resort,
        memory=memory,
        bookings=bookings,
        flags={**context.flags, **changes.flags},
    )
