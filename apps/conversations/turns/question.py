"""A question and its answer, as doors and rows exchange them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class Ask:
    """A guest's question, checked at the door.

    thread: the id of a conversation, known or not. most: how many questions of the
    thread may be unanswered, this one included. at: the moment to answer for.
    is_traced: staff want to see the nodes. secret_hash: of the secret that the guest
    holds; a conversation with another one is not theirs. is_urgent: somebody seems to
    be in danger; neither a pause nor a full house turns the question away.
    """

    property_id: int
    thread: UUID
    client_id: UUID
    text: str
    language: str
    channel: str = "web"
    most: int = 3
    at: datetime | None = None
    is_traced: bool = False
    secret_hash: str = field(default="", repr=False)
    is_urgent: bool = False


@dataclass(frozen=True)
class Begun:
    """What became of a question at the door.

    attempt: 1 when it runs already, 0 when it waits. is_mine: this process has to run
    it. plan: what was planned after the answer before.
    """

    turn_id: UUID
    attempt: int
    is_mine: bool
    plan: dict[str, Any] | None = None


@dataclass(frozen=True)
class Answer:
    """What is stored of an answered turn; `held` waits for staff, unseen by guests."""

    text: str
    kind: str = "answer"
    sources: tuple[str, ...] = ()
    citations: tuple[dict[str, Any], ...] = ()
    help: tuple[dict[str, str], ...] = ()
    cards: tuple[dict[str, Any], ...] = ()
    followups: tuple[str, ...] = ()
    held: Answer | None = None


class Resting(Exception):  # noqa: N818 - it says what the concierge does
    """The property has paused its concierge."""


class Busy(Exception):  # noqa: N818 - it says what the concierge is
    """Enough questions of this thread wait for their answers already."""


class Foreign(Exception):  # noqa: N818 - it says what the thread is
    """The conversation belongs to another property, or to another guest."""
