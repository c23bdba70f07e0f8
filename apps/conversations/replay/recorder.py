"""Records a turn while it is answered, where its property has that switched on."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from apps.concierge.bookings import GuestBookings
from apps.concierge.context import Context, Listener, Search
from apps.concierge.forecast import Weather
from apps.concierge.guest_memory import GuestMemory
from apps.conversations.replay import outcome, ports, recordings
from apps.conversations.replay.outcome import EventLog
from apps.conversations.replay.plain_values import encode
from apps.conversations.replay.ports import Answers, RecordedPort
from apps.infrastructure import database_threads
from apps.knowledge.search.known_guest import KnownGuest
from apps.llm.cassettes import cassette

if TYPE_CHECKING:
    from apps.conversations.turns.active_turn import ActiveTurn
    from apps.conversations.turns.graph_runs.graph_run import GraphRun
    from apps.conversations.turns.memory_rows import StoredThread

log = logging.getLogger(__name__)
FORGETS = "GuestMemory.forget"
# Of the context, what is plain data.
PLAIN_FIELDS = (
    "resort",
    "now",
    "language",
    "channel",
    "limits",
    "flags",
    "plan",
    "telling",
)


class TurnRecorder:
    """Sees all that an attempt asks its ports, and tells its guest."""

    def __init__(
        self,
        turn: ActiveTurn,
        stored: StoredThread,
        guest: KnownGuest,
        party: int,
    ) -> None:
        """Puts itself between the turn's context and its ports."""
        self._stored_guest = stored.guest
        assert turn.context is not None  # noqa: S101 - for the type checker
        self._turn, self._answers = turn, Answers()
        self._models = cassette.Recorder(turn.context.model)
        self._events: EventLog | None = None
        self._stored: dict[str, Any] | None = None
        self._afterwards: dict[str, Any] = {}
        self._inputs = {
            "question": turn.request.text,
            "needs_approval": turn.needs_approval,
            "checkpoint": encode(stored.checkpoint),
            "guest": encode(guest),
            "party": party,
            "place_in_focus": stored.place_in_focus,
            "context": {
                name: encode(getattr(turn.context, name)) for name in PLAIN_FIELDS
            },
            "has_weather": turn.context.weather is not None,
            "may_remember": turn.context.remember is not None,
        }
        turn.context = self._recorded(turn.context)

    def following(self, run: Listener) -> Listener:
        """The listener of the run, which keeps its events as well."""
        self._events = EventLog(run)
        return self._events

    async def store(self, run: GraphRun) -> None:
        """Never raises: the guest has the answer."""
        turn = self._turn
        forgets = any(key.startswith(FORGETS) for key in self._answers.stored)
        if forgets or not self._answers.is_whole:
            return
        content = self._content(run)
        try:
            is_stored = await database_threads.run(
                recordings.save,
                turn.id,
                turn.request.thread_id,
                content,
                self._stored_guest,
            )
            self._stored = content if is_stored else None
        except Exception:
            log.exception("turn %s is not recorded", turn.key)

    def keep(self, part: str, inputs: Any, result: Any) -> None:
        """What a model did after the answer: with what, and what has come of it."""
        try:
            own_part = {"inputs": encode(inputs), "result": encode(result)}
        except (TypeError, ValueError) as error:
            log.warning(
                "the %s of turn %s cannot be kept: %s", part, self._turn.key, error
            )
            return
        self._afterwards[part] = own_part

    async def store_afterwards(self) -> None:
        """Adds that to what is stored. Never raises: nobody waits for it."""
        if self._stored is None or not self._afterwards:
            return
        turn = self._turn
        results = {part: own["result"] for part, own in self._afterwards.items()}
        content = {
            **self._stored,
            "models": self._models.cassette,
            "afterwards": self._afterwards,
            "outcome": {**self._stored["outcome"], **results},
        }
        try:
            await database_threads.run(
                recordings.complete, turn.id, turn.request.thread_id, content
            )
        except Exception:
            log.exception("what followed turn %s is not recorded", turn.key)

    def _content(self, run: GraphRun) -> dict[str, Any]:
        events = self._events.events if self._events else []
        return {
            "format": recordings.FORMAT,
            **self._inputs,
            "priced_on": encode(run.priced_on),
            "answers": self._answers.stored,
            "models": self._models.cassette,
            "outcome": outcome.of(run, events),
        }

    def _recorded(self, context: Context) -> Context:
        answers = self._answers

        def port(value: Any, protocol: type[Any]) -> Any:
            return RecordedPort(value, protocol, answers)

        return replace(
            context,
            search=port(context.search, Search),
            memory=port(context.memory, GuestMemory),
            bookings=port(context.bookings, GuestBookings),
            weather=port(context.weather, Weather) if context.weather else None,
            remember=context.remember
            and ports.recorded("remember", context.remember, answers),
            categories=ports.recorded_later("categories", context.categories, answers),
            model=self._models.model,
        )
