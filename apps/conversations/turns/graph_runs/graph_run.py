"""One run of the graph, for one attempt of a turn."""

from __future__ import annotations

import asyncio
import time
from datetime import date
from typing import Any

from django.utils import timezone
from langchain_core.messages import AIMessage, AnyMessage
from langchain_core.runnables import RunnableConfig

from apps.concierge.answer import citations
from apps.concierge.context import Context
from apps.concierge.guardrails import known_ages
from apps.concierge.state import THREAD_FIELDS, question_input
from apps.concierge.walk import STEP, RunGraph, graph
from apps.conversations.stream.events import Event
from apps.conversations.turns.active_turn import ActiveTurn, Answer
from apps.conversations.turns.graph_runs import node_trace
from apps.conversations.turns.limits import spending
from apps.llm import meter, prices

# A status is shown when no other event has followed it for so long.
STATUS_DELAY_SECONDS = 0.25
# Characters of the reasons that a turn's row keeps.
MAX_REASON = 300


class GraphRun:
    """The `Listener` of a run: publishes what guests see, keeps what the row needs.

    priced_on: the day whose prices its tokens cost; by default today.
    """

    def __init__(self, turn: ActiveTurn, priced_on: date | None = None) -> None:
        self._turn, self._stream = turn, turn.stream
        self.priced_on = priced_on or timezone.now().date()
        self._is_traced = turn.request.is_traced
        self._started = time.perf_counter()
        self._values: dict[str, Any] = {}
        self._messages: list[AnyMessage] = []
        self._nodes: list[dict[str, Any]] = []
        self._pieces: list[str] = []
        self._first_token_ms: int | None = None
        self._text = ""
        self._meter = meter.Meter()
        self._counted = (0, 0)
        self._status: asyncio.TimerHandle | None = None

    async def invoke(self, context: Context) -> None:
        """Runs the graph; the turn's id is the id of its message too."""
        request = self._turn.request
        config: RunnableConfig = {"configurable": {"thread_id": str(request.thread_id)}}
        compiled = graph(self._turn.memory)
        try:
            self._meter = meter.begin()
            question = question_input(request.text, self._turn.key)
            state = await compiled.ainvoke(
                question, config, context=context, durability="exit"
            )
            self._turn.is_of_child = known_ages.is_child(state)
        except BaseException:
            await self._remember_part(compiled, config)
            raise
        finally:
            context.search.cancel()
            if self._status:
                self._status.cancel()

    async def _remember_part(self, compiled: RunGraph, config: RunnableConfig) -> None:
        """What the gate found of a question counts, although the run broke off."""
        changes = {
            name: value for name, value in self._values.items() if name in THREAD_FIELDS
        }
        if self._messages:
            changes["messages"] = self._messages
        if changes:
            await compiled.aupdate_state(config, changes, as_node=STEP)

    def tell(self, event: Event) -> None:
        if self._status:
            self._status.cancel()
        if event["type"] == "status":
            # Another event follows most of them before anybody could read them.
            loop = asyncio.get_running_loop()
            self._status = loop.call_later(
                STATUS_DELAY_SECONDS, self._stream.publish, event
            )
            return
        if self._turn.needs_approval:
            return  # staff read the answer first
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
            self._stream.publish(node_trace.event(node, "start", 0.0, {}))

    def node_ended(self, node: str, seconds: float, update: dict[str, Any]) -> None:
        self._messages += update.get("messages", ())
        for message in update.get("messages", ()):
            if isinstance(message, AIMessage):
                self._text = message.text
        self._values.update(update)
        if "retrieved_context" in update:
            self._turn.passages = update["retrieved_context"]
            reading = update.get("reading", {})
            self._turn.answerable = reading.get("exact", 0.0)
        self._turn.has_closing_reply |= bool(update.get("closing_reply"))
        trace = {**node_trace.of(update), **self._usage_since_last_node()}
        duration_ms = round(seconds * 1000, 1)
        self._nodes.append(
            {"node": node, "duration_ms": duration_ms, "metadata": trace}
        )
        if self._is_traced:
            self._stream.publish(node_trace.event(node, "complete", duration_ms, trace))

    def _usage_since_last_node(self) -> dict[str, Any]:
        """Tokens that models took since the node before, and dollars so far."""
        counted_input, counted_output = self._counted
        self._counted = (self._meter.input_tokens, self._meter.output_tokens)
        tokens = {
            "in": self._counted[0] - counted_input,
            "out": self._counted[1] - counted_output,
        }
        if not any(tokens.values()):
            return {}
        cost = prices.cost(self._meter.tokens, self.priced_on)
        model = list(self._meter.tokens)[-1]
        return {
            "model": model,
            "tokens": tokens,
            "cost_usd": round(cost / spending.MICROS, 6),
        }

    @property
    def answer(self) -> Answer:
        """The answer of a run that ended."""
        return Answer(
            text=self._text,
            kind=self._values.get("answer_kind", "answer"),
            sources=tuple(self._values.get("sources_used", ())),
            citations=tuple(self._values.get("citations", ())),
            help=tuple(self._values.get("help", ())),
            cards=tuple(self._values.get("cards", ())),
            requests=tuple(self._values.get("requests", ())),
            followups=tuple(self._values.get("followups", ())),
        )

    @property
    def partial(self) -> Answer | None:
        """What the guest has seen of a stopped run; None when that was nothing."""
        text = citations.without_markers("".join(self._pieces)).strip()
        return Answer(text) if text else None

    @property
    def used(self) -> meter.Meter:
        """The tokens that the models of this run took."""
        return self._meter

    @property
    def metrics(self) -> dict[str, Any]:
        """What the turn's row keeps of the run, besides the answer."""
        usage = self._values.get("usage", {})
        used = self._meter
        return {
            "route": self._values.get("query_type") or "",
            "guardrail": self._values.get("guardrail", ""),
            "likely_guardrail": self._likely_guardrail,
            "is_in_part": self._values.get("is_in_part", False),
            "alert": self._values.get("alert", ""),
            "specialist": self._values.get("active_agent") or "",
            "provider": self._values.get("provider", ""),
            "model": self._values.get("model", ""),
            "fallback_reason": self._values.get("fallback_reason", "")[:MAX_REASON],
            "prompt_hash": self._values.get("prompt_hash", ""),
            "nodes": self._nodes,
            # Of all roles; a model that nothing meters reports its usage in the state.
            "input_tokens": used.input_tokens or usage.get("input_tokens", 0),
            "output_tokens": used.output_tokens or usage.get("output_tokens", 0),
            "cost_micros": prices.cost(used.tokens, self.priced_on),
            "first_token_ms": self._first_token_ms,
            "duration_ms": self._elapsed_ms(),
        }

    @property
    def _likely_guardrail(self) -> str:
        """Empty where a guardrail stopped the message after all."""
        if self._values.get("guardrail"):
            return ""
        return str(self._values.get("judgement", {}).get("category", ""))

    def _elapsed_ms(self) -> int:
        return round((time.perf_counter() - self._started) * 1000)
