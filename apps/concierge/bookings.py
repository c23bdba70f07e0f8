"""What a guest has booked, and what he asks of the staff, as far as the graph knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from langchain_core.messages import AIMessage, AnyMessage

from apps.language import normalise

# What the message of such an answer remembers: see `BookingReply.expects`.
MARK = "bookings"
# Of passages and citations of a booking or request, each named after what is booked.
CATEGORY = "booking"
# Questions that an answer about something else leaves open.
WAITING = frozenset({"details", "choice"})
PATRON_PRIVACY, PROMPT_INJECTION = "patron_privacy", "prompt_injection"
Expected = Mapping[str, Any]
BookingKind = Literal["any", "room", "table", "spa", "ticket"]
BookingTime = Literal["upcoming", "past", "all"]
BookingTopic = Literal[
    "time", "party", "status", "price", "deposit", "deadline", "requests", "history"
]


@dataclass(frozen=True)
class BookingReply:
    """An answer about the guest's bookings.

    expects: what the guest is asked for, or what "it" means next; plain data.
    requests: cards of what he asks of the staff. choices: answers to press. alert: the
    kind of alert for staff; empty for none.
    """

    text: str
    expects: Expected = field(default_factory=dict)
    citations: Sequence[Mapping[str, Any]] = ()
    requests: Sequence[dict[str, Any]] = ()
    choices: Sequence[str] = ()
    alert: str = ""


class UnknownGuest(Exception):  # noqa: N818 - the state is the name
    """Nobody has said whose bookings these are; `reply` asks for it."""

    def __init__(self, reply: BookingReply) -> None:
        super().__init__(reply.text)
        self.reply = reply


@dataclass(frozen=True)
class BookingLookup:
    """What a model looks up: choices alone, which name nobody and no booking."""

    kind: BookingKind = "any"
    when: BookingTime = "upcoming"
    about: BookingTopic = "time"


@dataclass(frozen=True)
class BookingFact:
    """value: as it is quoted. in_language: `text` in the guest's language."""

    field: str
    label: str
    value: str
    text: str
    in_language: str


@dataclass(frozen=True)
class BookingRow:
    """A booking or a request of the guest, without its code or id.

    source: who gave it to us. updated_at: its age, as ISO 8601.
    """

    title: str
    source: str
    updated_at: str
    facts: Sequence[BookingFact]


class GuestBookings(Protocol):
    """The bookings of the guest who writes, and his requests."""

    @property
    def may_be_looked_up(self) -> bool:
        """Whether a model may ask for them in this turn; no row is read."""

    async def look_up(self, lookup: BookingLookup) -> Sequence[BookingRow]:
        """Only what the conversation has proved; nothing is changed or proposed.

        Raises UnknownGuest where it has proved nothing.
        """

    async def read(self, text: str, vector: Sequence[float] | None) -> None:
        """Before `wants`: what the message may want, and, where it matters, what the
        guest may call his bookings.

        vector: of the text, by the local English model.
        """

    async def are_meant(self, text: str, expected: Expected) -> bool:
        """Whether the message is about them. Rows are read only where its words are.

        expected: of the answer before, see `BookingReply.expects`.
        """

    async def are_likely_meant(self, text: str) -> bool:
        """Whether a message that no phrase knows is most likely about them."""

    async def decides_earlier(self, text: str, expected: Expected) -> bool:
        """Whether the message is a yes, and a request that was proposed some answers
        ago still waits for it. Rows are read only for a yes."""

    async def answers_after_aside(self, text: str, expected: Expected) -> bool:
        """Whether the message answers what the guest was asked before he asked for
        something else, and nothing besides: "1pm"."""

    def says_who(self, text: str) -> bool:
        """Whether the message is a code and a name, and nothing besides."""

    def introduction(self, text: str) -> str:
        """The code and the name with which a longer message begins; usually empty."""

    def wants(self, clause: str, *, is_after_own: bool = False) -> bool:
        """Whether a part of a message is about them by itself; no row is read.

        is_after_own: it follows a part that is, and may go on about it.
        """

    async def asks_for_stay(self, text: str) -> bool:
        """Whether it asks to come earlier or to leave later, of somebody whom the
        conversation does not know."""

    def decides(self, text: str) -> bool:
        """Whether the message is a yes or a no, and nothing besides."""

    def says_which(self, clause: str) -> bool:
        """Whether it only says which booking is meant: "the dinner"."""

    def sets_condition(self, text: str) -> bool:
        """Whether the message says yes on a condition, which is no question."""

    def corrects(self, text: str) -> bool:
        """Whether it names another time or number, or only asks to wait: "hold on"."""

    async def reply(self, text: str, expected: Expected) -> BookingReply:
        """The answer to such a message; what it asks for is noted before."""


async def are_meant(
    text: str, messages: Sequence[AnyMessage], bookings: GuestBookings
) -> bool:
    """Whether a message is about them. A yes may still be to what was proposed some
    answers ago, unless the latest answer ends with another question."""
    awaited = await awaited_by(text, messages, bookings)
    if await bookings.are_meant(text, awaited):
        return True
    latest = _latest_answer(messages)
    last_sign = str(latest.text).rstrip()[-1:] if latest else ""
    if normalise.has_question_mark(last_sign):
        return False
    return await bookings.decides_earlier(text, awaited)


async def are_meant_after_all(
    category: str, messages: Sequence[AnyMessage], bookings: GuestBookings
) -> bool:
    """Whether what the gate takes for a question about another guest is about the
    guest's own bookings ("it's under Maria Alvarez"), or a code for an attack."""
    question = str(messages[-1].text)
    if category == PROMPT_INJECTION:
        return bookings.says_who(question)
    is_doubtful = category == PATRON_PRIVACY
    return is_doubtful and await bookings.are_meant(question, expected(messages))


def are_introduced(
    category: str, messages: Sequence[AnyMessage], bookings: GuestBookings
) -> bool:
    """Whether what may be a question about another guest begins with the guest's own
    name and code."""
    is_doubtful = category == PATRON_PRIVACY
    return is_doubtful and bool(bookings.introduction(str(messages[-1].text)))


def is_decision(messages: Sequence[AnyMessage], bookings: GuestBookings) -> bool:
    """Whether a message does nothing but decide, after an answer about bookings."""
    return bool(expected(messages)) and bookings.decides(str(messages[-1].text))


def expected(messages: Sequence[AnyMessage]) -> Expected:
    """What the latest answer expects of the guest; empty for all other answers."""
    latest = _latest_answer(messages)
    return latest.additional_kwargs.get(MARK, {}) if latest else {}


async def awaited_by(
    text: str, messages: Sequence[AnyMessage], bookings: GuestBookings
) -> Expected:
    """What the latest answer expects, or the one before an aside, where the message
    answers that: "until what time?", "is there a gym?", "1pm"."""
    open_question = _asked_before_aside(messages)
    if open_question and await bookings.answers_after_aside(text, open_question):
        return open_question
    return expected(messages)


def _asked_before_aside(messages: Sequence[AnyMessage]) -> Expected:
    """Empty where the latest answer is about bookings itself, or asks something."""
    answers = (own for own in reversed(messages) if isinstance(own, AIMessage))
    latest, before = next(answers, None), next(answers, None)
    if latest is None or before is None or MARK in latest.additional_kwargs:
        return {}
    question: Expected = before.additional_kwargs.get(MARK, {})
    is_asking = normalise.has_question_mark(str(latest.text).rstrip()[-1:])
    return question if question.get("for") in WAITING and not is_asking else {}


def _latest_answer(messages: Sequence[AnyMessage]) -> AIMessage | None:
    answers = (own for own in reversed(messages) if isinstance(own, AIMessage))
    return next(answers, None)
