"""A turn on its way from a guest's request to the stored answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from apps.concierge.context import Context
from apps.concierge.thread_memory import ThreadMemory
from apps.guests.extraction import Reading
from apps.guests.keys import NO_KEY, GuestKey
from apps.properties.flags import Flags

if TYPE_CHECKING:
    from apps.conversations.replay.recorder import TurnRecorder
    from apps.conversations.stream.turn_stream import TurnStream
    from apps.properties.models import Property


@dataclass(frozen=True)
class TurnRequest:
    """A guest's question, validated by the session that takes it.

    thread_id: of a conversation, stored or new. max_unanswered: how many questions of
    the thread may be unanswered, this one included. asked_for: the moment to answer
    for, when it is not the present. is_traced: staff want to see the nodes.
    secret_hash: of the guest's secret; a conversation with another hash is not theirs.
    guest_key: by which a new conversation joins a guest who agreed to be remembered.
    is_urgent: the guest seems to be in danger, so neither a paused concierge nor a busy
    process refuses the question. must_exist: the guest has seen the thread, so without
    it nothing is stored. place_in_focus: the row whose code the guest has opened the
    page with. caller: the hash of the address that the question comes from, empty where
    nobody knows it any more.
    """

    property_id: int
    thread_id: UUID
    client_id: UUID
    text: str
    language: str
    channel: str = "web"
    max_unanswered: int = 3
    asked_for: datetime | None = None
    is_traced: bool = False
    secret_hash: str = field(default="", repr=False)
    is_urgent: bool = False
    guest_key: GuestKey = NO_KEY
    must_exist: bool = False
    place_in_focus: int | None = None
    caller: str = ""


@dataclass
class ActiveTurn:
    """A stored turn, and what the process that answers it knows of it.

    attempt: 0 while it waits. is_ours: this process has to answer it. plan: made after
    the answer before. context: what the graph depends on, built for each attempt, as
    are place, its property, memory, what the thread remembers, flags, which features
    are on, reading, what the message tells of its guest, and is_from_guest, that no
    staff try it.
    changes: what the turn's arm of an experiment changes of the features.
    needs_approval: staff read the answer before the guest does. has_place: it counts
    among the turns that run. is_closing: its end is being stored, so nothing can change
    it any more. passages: what the speaker was handed, best first.
    has_closing_reply: the answer ends with a refusal, or with help. is_of_child: the
    guest told in this conversation that he is no adult. answerable: from 0 to 1, how
    likely the records answer the message. recorder: None where nothing is recorded.
    """

    id: UUID
    request: TurnRequest
    attempt: int = 0
    is_ours: bool = True
    plan: dict[str, Any] | None = None
    context: Context | None = None
    place: Property | None = None
    memory: ThreadMemory | None = None
    is_from_guest: bool = False
    reading: Reading = field(default_factory=Reading)
    changes: Flags = field(default_factory=dict)
    flags: Flags = field(default_factory=dict)
    needs_approval: bool = False
    has_place: bool = False
    is_stop_requested: bool = False
    is_closing: bool = False
    passages: Sequence[dict[str, Any]] = ()
    has_closing_reply: bool = False
    is_of_child: bool = False
    answerable: float = 0.0
    recorder: TurnRecorder | None = None
    stream: TurnStream = field(init=False, repr=False)

    @property
    def key(self) -> str:
        """The id as events and streams carry it."""
        return str(self.id)


@dataclass(frozen=True)
class Answer:
    """What is stored of an answered turn; `held` waits for staff, unseen by guests.

    requests: cards of what the guest asks of the staff.
    """

    text: str
    kind: str = "answer"
    sources: tuple[str, ...] = ()
    citations: tuple[dict[str, Any], ...] = ()
    help: tuple[dict[str, str], ...] = ()
    cards: tuple[dict[str, Any], ...] = ()
    requests: tuple[dict[str, Any], ...] = ()
    followups: tuple[str, ...] = ()
    held: Answer | None = None


class ConciergePaused(Exception):  # noqa: N818 - it names the state
    """Staff have paused the concierge of this property."""


class TooManyUnanswered(Exception):  # noqa: N818 - it names the state
    """Enough questions of this thread wait for their answers already."""


class ForeignThread(Exception):  # noqa: N818 - it names the thread
    """The conversation belongs to another property, or to another guest."""


class ErasedThread(Exception):  # noqa: N818 - it names the thread
    """The conversation that the guest has seen exists no longer."""


class Overloaded(Exception):  # noqa: N818 - it names the state
    """More guests wait than this process can answer soon."""

    retry_after_seconds = 10


# Metrics of a turn that ended before the graph ran.
NO_METRICS: dict[str, Any] = {
    "route": "",
    "guardrail": "",
    "likely_guardrail": "",
    "is_in_part": False,
    "is_remark": False,
    "specialist": "",
    "provider": "",
    "model": "",
    "fallback_reason": "",
    "prompt_hash": "",
    "input_tokens": 0,
    "output_tokens": 0,
    "cost_micros": 0,
    "first_token_ms": None,
    "duration_ms": None,
    "reference": "",
    "alert": "",
}
