"""What a run depends on besides its state. Nodes fetch nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time
from decimal import Decimal
from typing import Any, Literal, Protocol

from apps.concierge.bookings import GuestBookings
from apps.concierge.forecast import Weather
from apps.concierge.guest_memory import GuestMemory, NoMemory, Telling
from apps.concierge.no_bookings import NoBookings
from apps.knowledge.comparison.tier_thresholds import Tier
from apps.llm.chat import ChatModel, Role
from apps.properties.flags import Flags


@dataclass(frozen=True)
class Help:
    """A helpline as its row holds it."""

    purpose: str
    name: str
    phone: str
    vanity: str
    website: str
    takes_texts: bool
    note: str
    phone_href: str


@dataclass(frozen=True)
class Resort:
    """The property of this conversation, as far as sentences need it."""

    id: int
    slug: str
    name: str
    phone: str
    website: str
    jurisdiction: str
    gaming_age: int
    minors_may: str
    minors_may_not: str
    helplines: tuple[Help, ...]
    phone_hours: str = ""


@dataclass(frozen=True)
class Results:
    """What a search brought: the passages, and the row in focus (its name).

    `choices`: names of the rows that the question may mean, where it is not clear.
    `reading`: how the question was understood, as JSON: see `knowledge.statements`.
    """

    passages: list[dict[str, Any]]
    focus: str = ""
    choices: Sequence[str] = ()
    reading: dict[str, Any] = field(default_factory=dict)


class Named(Protocol):
    """A row of the catalog as a text calls it; `words` in plain lower case.

    `title` is its name in the records.
    """

    @property
    def item_id(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def words(self) -> str: ...


class Search(Protocol):
    """Looks up passages; starts early, is awaited late."""

    @property
    def is_local(self) -> bool:
        """Whether the question leaves this process for nobody but the database."""

    @property
    def current_place(self) -> str:
        """Name of the place whose own code the guest has opened, while the conversation
        is about it; else empty."""

    def plain(self, text: str) -> str:
        """A guest's words in plain spelling, without short forms and typos."""

    def start(
        self, text: str, earlier: Sequence[str], subject: dict[str, Any] | None = None
    ) -> None:
        """Begins in the background, and gives up an earlier search.

        earlier: the turns before, newest first.

        subject: what the conversation is about, as the state stores it.
        """

    def subject(
        self, citations: Sequence[Mapping[str, Any]], reading: dict[str, Any]
    ) -> dict[str, Any]:
        """What the conversation is about once these rows have been cited."""

    async def vector(self) -> Sequence[float] | None:
        """The sentence vector of the question, if the local embedder made one."""

    async def vector_of(self, text: str) -> Sequence[float] | None:
        """The same of any other text."""

    async def results(self, schedule: bool) -> Results:
        """Awaits the search; `schedule` asks for times rather than things."""

    def named(self, text: str) -> Sequence[Named]:
        """The property's rows that a text names, in its order."""

    def shows_at(self, row: int) -> Sequence[Named]:
        """The shows that play at this venue; none for other rows."""

    def is_ever_open(self, row: int, clock: time) -> bool:
        """Whether the row is open at this hour on any day; True where none is known."""

    def cards(self, rows: Sequence[int], language: str) -> list[dict[str, Any]]:
        """These rows as a guest sees them at a glance, in their order."""

    def has_neighbours(self, row: int) -> bool:
        """Whether the records say what is near it."""

    def kinds(self) -> frozenset[str]:
        """Of the rows that guests see."""

    def facets(self, row: int) -> dict[str, str]:
        """What the records say of a row: values by field."""

    async def find(self, text: str) -> list[dict[str, Any]]:
        """Passages of records and documents for a question of its own, best first."""

    def tiers(self) -> Sequence[Tier]:
        """The tiers of the loyalty program that begin at a number of points."""

    def rate(self, row: int) -> Decimal | None:
        """From how much a night on a room costs; None where the records do not say."""

    def offer(self, kinds: Sequence[str]) -> str:
        """Name of a promotion that goes with rows of these kinds; empty for none."""

    def cancel(self) -> None:
        """Gives up what still runs; nobody will ask for it."""


class Listener(Protocol):
    """Follows a run as it happens. LangGraph's own streams cost more than the nodes."""

    def tell(self, event: dict[str, Any]) -> None:
        """An event for the guest."""

    def node_began(self, node: str) -> None:
        """A node starts to work."""

    def node_ended(self, node: str, seconds: float, update: dict[str, Any]) -> None:
        """A node has worked; `update` is what it changes in the state."""


class Silence:
    """A `Listener` for runs that nobody follows."""

    def tell(self, event: dict[str, Any]) -> None: ...

    def node_began(self, node: str) -> None: ...

    def node_ended(self, node: str, seconds: float, update: dict[str, Any]) -> None: ...


StepState = Literal["running", "done", "failed"]


class Remember(Protocol):
    """Notes what the guest's message tells of him, once the turn is answered."""

    def __call__(self, key: str, value: str, quote: str) -> bool:
        """Whether it may be noted: the message says it in just these words."""


@dataclass(frozen=True)
class Limits:
    messages: int
    history: int
    answer_chars: int
    min_confidence: float
    sure_confidence: float
    opinion_seconds: float = 1.5


@dataclass(frozen=True)
class Context:
    resort: Resort
    now: datetime
    language: str
    channel: Literal["web", "sms"]
    search: Search
    model: Callable[[Role], ChatModel | None]
    categories: Callable[[], Awaitable[Sequence[str]]]
    limits: Limits
    listener: Listener = field(default_factory=Silence)
    flags: Flags = field(default_factory=dict)
    plan: dict[str, Any] | None = None
    offline_speaker: ChatModel | None = field(default=None)
    memory: GuestMemory = field(default_factory=NoMemory)
    telling: Telling = field(default_factory=Telling)
    bookings: GuestBookings = field(default_factory=NoBookings)
    weather: Weather | None = None
    remember: Remember | None = None

    def send_status(self, text: str) -> None:
        """Tell the guest what goes on."""
        self.listener.tell({"type": "status", "text": text})

    def send_step(self, step: str, text: str, state: StepState) -> None:
        """Tell the guest of a tool at work, and what became of it.

        step: an id that both events of it have.
        """
        event = {"type": "step", "step": step, "text": text, "state": state}
        self.listener.tell(event)

    def send_token(self, content: str) -> None:
        """Send the guest the next piece of the answer."""
        if content:
            self.listener.tell({"type": "token", "content": content})

    def send_reset(self, attempt: int, reason: str) -> None:
        """Take back every piece so far: another attempt begins."""
        self.listener.tell({"type": "reset", "attempt": attempt, "reason": reason})

    def send_replacement(self, content: str) -> None:
        """Put a whole text in the place of every piece so far."""
        self.listener.tell({"type": "replace", "content": content})
