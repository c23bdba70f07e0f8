"""One run of the graph for one attempt of a turn, heard as it happens."""

from __future__ import annotations

import asyncio
import time
from typing import Any
from uuid import UUID

from django.utils import timezone
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig

from apps.concierge import checkpoints
from apps.concierge.answer import citations
from apps.concierge.context import Context
from apps.concierge.graph import RECURSION_LIMIT, graph
from apps.concierge.state import new_turn
from apps.conversations.stream.events import Event
from apps.conversations.stream.local_stream import Stream
from apps.conversations.turns import spending
from apps.conversations.turns.question import Answer
from apps.llm import meter, prices

# A guest is told what goes on when nothing was to be seen for so long.
STATUS_SECONDS = 0.25
# Passages whose titles the trace keeps.
MOST_PASSAGES = 8
# What a node's update tells the trace panel, besides its time.
TRACED = (
    "query_type",
    "router_confidence",
    "guardrail",
    "validation_result",
    "active_agent",
    "provider",
    "prompt_hash",
)


class Run:
    """The `Listener` of a run: publishes what guests see, keeps what the row needs.

    is_held: guests see nothing of the answer before staff have seen it.
    """

    def __init__(
        self, stream: Stream, is_traced: bool, *, is_held: bool = False
    ) -> None:
        self._stream, self._is_traced, self._is_held = stream, is_traced, is_held
        self._began = time.perf_counter()
        self._values: dict[str, Any] = {}
        self._nodes: list[dict[str, Any]] = []
        self._pieces: list[str] = []
        self._first_token_ms: int | None = None
        self._text = ""
        self._meter = meter.Meter()
        self._counted = (0, 0)
        self._status: asyncio.TimerHandle | None = None

    async def graph(
        self, thread: UUID, turn: UUID, text: str, context: Context
    ) -> None:
        """Walks through the graph; the turn's id is the message's id too."""
        config: RunnableConfig = {
            "configurable": {"thread_id": str(thread)},
            "recursion_limit": RECURSION_LIMIT,
        }
        try:
            self._meter = meter.begin()
            walk = graph(await checkpoints.saver())
            asked = new_turn(text, str(turn))
            await walk.ainvoke(asked, config, context=context, durability="exit")
        finally:
            context.search.cancel()
            if self._status:
                self._status.cancel()

    def tell(self, event: Event) -> None:
        if self._status:
            self._status.cancel()
        if event["type"] == "status":
            # Most are overtaken before anybody could read them.
            loop = asyncio.get_running_loop()
            self._status = loop.call_later(STATUS_SECONDS, self._stream.publish, event)
            return
        if self._is_held:
            return  # staff read it first
        match event["type"]:
            case "token":
                self._pieces.append(event["content"])
                if self._first_token_ms is None:
                    self._first_token_ms = self._elapsed_ms()
            case "reset":
                self._pieces = []
            case "replace":
                self._pieces = [event["content"]]
        self._stream.publish(event)

    def node_began(self, node: str) -> None:
        if self._is_traced:
            self._stream.publish(_node(node, "start", 0.0, {}))

    def node_ended(self, node: str, seconds: float, update: dict[str, Any]) -> None:
        for message in update.get("messages", ()):
            if isinstance(message, AIMessage):
                self._text = message.text
        self._values.update(update)
        traced = {**_noted(update), **self._spent()}
        took = round(seconds * 1000, 1)
        self._nodes.append({"node": node, "duration_ms": took, "metadata": traced})
        if self._is_traced:
            self._stream.publish(_node(node, "complete", took, traced))

    def _spent(self) -> dict[str, Any]:
        """Tokens that models took since the node before, and dollars so far."""
        given, made = self._meter.input_tokens, self._meter.output_tokens
        tokens = {"in": given - self._counted[0], "out": made - self._counted[1]}
        self._counted = (given, made)
        if not any(tokens.values()):
            return {}
        cost = prices.cost(self._meter.tokens, timezone.now().date())
        return {"tokens": tokens, "cost_usd": round(cost / spending.MICROS, 6)}

    @property
    def answer(self) -> Answer:
        """What the graph said in the end."""
        return Answer(
            text=self._text,
            kind=self._values.get("answer_kind", "answer"),
            sources=tuple(self._values.get("sources_used", ())),
            citations=tuple(self._values.get("citations", ())),
            help=tuple(self._values.get("help", ())),
            cards=tuple(self._values.get("cards", ())),
            followups=tuple(self._values.get("followups", ())),
        )

    @property
    def partial(self) -> Answer | None:
        """What a guest has seen who stopped it; None when that was nothing."""
        said = citations.without_markers("".join(self._pieces)).strip()
        return Answer(said) if said else None

    @property
    def used(self) -> meter.Meter:
        """What it asked of models."""
        return self._meter

    @property
    def measured(self) -> dict[str, Any]:
        """What the turn's row keeps of the run."""
        usage = self._values.get("usage", {})
        used = self._meter
        day = timezone.now().date()
        return {
            "route": self._values.get("query_type") or "",
            "guardrail": self._values.get("guardrail", ""),
            "alert": self._values.get("alert", ""),
            "specialist": self._values.get("active_agent") or "",
            "provider": self._values.get("provider", ""),
            "prompt_hash": self._values.get("prompt_hash", ""),
            "nodes": self._nodes,
            # The gate's, the router's and the validator's tokens too, where they cost.
            "input_tokens": used.input_tokens or usage.get("input_tokens", 0),
            "output_tokens": used.output_tokens or usage.get("output_tokens", 0),
            "cost_micros": prices.cost(used.tokens, day),
            "first_token_ms": self._first_token_ms,
            "duration_ms": self._elapsed_ms(),
        }

    def _elapsed_ms(self) -> int:
        return round((time.perf_counter() - self._began) * 1000)


def _noted(update: dict[str, Any]) -> dict[str, Any]:
    """What staff see of a node's work."""
    noted = {name: update[name] for name in TRACED if update.get(name) is not None}
    if "retrieved_context" in update:
        found = update["retrieved_context"]
        shown = found[:MOST_PASSAGES]
        noted["doc_count"] = len(found)
        noted["passages"] = [one["metadata"]["item_name"] for one in shown]
        noted["scores"] = [round(one["score"], 3) for one in shown]
    return noted


def _node(name: str, status: str, took: float, metadata: dict[str, Any]) -> Event:
    return {
        "type": "graph_node",
        "node": name,
        "status": status,
        "duration_ms": took,
        "metadata": metadata,
    }
