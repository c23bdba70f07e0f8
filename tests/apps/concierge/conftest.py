"""The graph as a turn runs it, with passages handed in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time
from decimal import Decimal
from typing import Any, cast
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest

from apps.concierge import walk
from apps.concierge.context import Context, Help, Limits, Resort, Results, Silence
from apps.concierge.extractive.provider import OfflineChat
from apps.concierge.state import THREAD_FIELDS, new_turn, question_input
from apps.knowledge.comparison.tier_thresholds import Tier
from apps.knowledge.question import name_matching, row_names
from apps.knowledge.question.row_names import Name, NameIndex
from apps.llm.chat import chat_model
from tests.fakes.gemini import Json, Text

# Likely enough to be told, not so likely that the router doubts its category.
NOW = datetime(2026, 11, 20, 18, 30, tzinfo=ZoneInfo("America/New_York"))
BALLO = {
    "content": "Ballo is open until 10:00 PM.",
    "score": 0.8,
    "metadata": {
        "passage_id": 1,
        "item_id": 7,
        "subject_id": 7,
        "category": "restaurant",
        "item_name": "Ballo",
        "title": "Ballo",
        "field_group": "facts",
        "revision": 3,
        "source": "the resort's list",
        "website": "",
        "updated_at": "2026-11-19T12:00:00+00:00",
        "verified_at": "",
        "fits": "",
        "sentences": [
            {
                "field": "cuisine",
                "label": "Cuisine",
                "value": "Italian",
                "text": "Ballo serves Italian.",
                "chance": 0.2,
            },
            {
                "field": "now",
                "label": "At this moment",
                "value": "Open now until 10:00 PM",
                "text": "Ballo: Open now until 10:00 PM.",
                "chance": 0.6,
            },
        ],
    },
}
GOOD = Text("Ballo is open until 10:00 PM. [1]")
PASS = Json({"status": "PASS", "reason": ""})
ROUTED = Json({"query_type": "property_qa", "confidence": 0.9})
QUESTION = "How late does Ballo serve dinner this evening?"
HELPLINES = (
    Help("crisis", "988 Lifeline", "988", "", "", True, "Free.", "tel:988"),
    Help("gambling", "CT Council", "1-888-789-7777", "", "", False, "", "tel:+1888"),
)
RESORT = Resort(
    id=1,
    slug="mohegan-sun",
    name="Mohegan Sun",
    phone="1-888-226-7711",
    website="mohegansun.com",
    jurisdiction="Connecticut",
    gaming_age=21,
    minors_may="They may eat with you.",
    minors_may_not="They may not enter the gaming floors.",
    helplines=HELPLINES,
)


class PreparedSearch:
    """A search that has already found its passages."""

    is_local = False

    def __init__(self, *passages: dict[str, Any], answerable: float = 0.5) -> None:
        self.passages = list(passages)
        self.reading = {"topic": "hours", "answerable": answerable, "exact": answerable}

    def plain(self, text: str) -> str:
        return text

    def start(
        self, text: str, earlier: Sequence[str], subject: dict[str, Any] | None = None
    ) -> None:
        self.text, self.known_subject = text, subject

    def subject(
        self, citations: Sequence[Mapping[str, Any]], reading: dict[str, Any]
    ) -> dict[str, Any]:
        return {"rows": [row["item_id"] for row in citations], **reading}

    async def vector(self) -> Sequence[float] | None:
        return None

    async def vector_of(self, text: str) -> None:
        return None

    def cancel(self) -> None:
        self.passages = []

    async def results(self, schedule: bool) -> Results:
        return Results(self.passages, "Ballo", reading=self.reading)

    def cards(self, rows: Sequence[int], language: str) -> list[dict[str, Any]]:
        return []

    def facets(self, row: int) -> dict[str, str]:
        return {}

    def has_neighbours(self, row: int) -> bool:
        return False

    def kinds(self) -> frozenset[str]:
        return frozenset()

    def shows_at(self, row: int) -> list[Name]:
        return []

    def is_ever_open(self, row: int, clock: time) -> bool:
        return True

    def offer(self, kinds: Sequence[str]) -> str:
        return ""

    async def find(self, text: str) -> list[dict[str, Any]]:
        return self.passages

    def tiers(self) -> list[Tier]:
        return []

    def rate(self, row: int) -> Decimal | None:
        return None

    current_place = ""

    def named(self, text: str) -> list[Name]:
        rows = [row["metadata"] for row in self.passages]
        spelt = [(row["item_id"], "", row["item_name"], ()) for row in rows]
        index = NameIndex(row_names.of(spelt))
        return [mention.name for mention in name_matching.find(text, index, exact=True)]


async def _categories() -> Sequence[str]:
    return ["restaurant", "show"]


def context(*passages: dict[str, Any], **changes: Any) -> Context:
    default = Context(
        resort=RESORT,
        now=NOW,
        language="en",
        channel="web",
        search=PreparedSearch(*passages),
        model=chat_model,
        categories=_categories,
        limits=Limits(40, 20, 0, 0.3, 0.6),
        offline_speaker=OfflineChat(),
    )
    return replace(default, **changes)


class GraphRun(Silence):
    """What a run did: nodes in order, events as guests get them, and the end state."""

    def __init__(self) -> None:
        self.nodes: list[str] = []
        self.events: list[dict[str, Any]] = []
        self.state = new_turn()

    def tell(self, event: dict[str, Any]) -> None:
        self.events.append(event)

    def node_ended(self, node: str, seconds: float, update: dict[str, Any]) -> None:
        self.nodes.append(node)
        self.state.update(update)

    @property
    def answer(self) -> str:
        return str(self.state["messages"][-1].text)

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["type"] == kind]


RunGraph = Callable[..., Awaitable[GraphRun]]


@pytest.fixture
def run_graph() -> RunGraph:
    """Runs one turn: `await run_graph("hello", context(BALLO))`."""

    async def run_once(
        text: str, turn_context: Context, message_id: str = "m1", **state: Any
    ) -> GraphRun:
        run = GraphRun()
        thread = {name: state[name] for name in THREAD_FIELDS & state.keys()}
        run.state.update({name: state[name] for name in state.keys() - THREAD_FIELDS})
        with patch.object(walk, "new_turn", lambda: dict(run.state)):
            ended = await walk.graph().ainvoke(
                cast(
                    "Any", {**question_input(text, message_id), "focus": "", **thread}
                ),
                context=replace(turn_context, listener=run),
            )
        run.state.update(ended)
        return run

    return run_once
