"""The tools that a speaker calls while it answers: at most five calls a turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ToolCall,
    ToolMessage,
)

from apps.concierge import prompts, transcript
from apps.concierge.answer import stream
from apps.concierge.answer.stream import SpokenAnswer
from apps.concierge.bookings import BookingReply
from apps.concierge.context import Context
from apps.concierge.guardrails import temptation
from apps.concierge.state import ConciergeState
from apps.concierge.tools import calls, passages, registry
from apps.concierge.tools.calls import Answered, Call
from apps.llm import prices, roles, tool_calls
from apps.llm.chat import ChatModel
from apps.llm.providers import ToolSchema
from apps.llm.tool_calls import UnreadableCall

MICROS = 1_000_000
NOTHING_NEW = "Nothing besides the passages that you have."
TOO_MANY = "No more calls in this turn. Answer with what you have."


class Words:
    """Sends an answer's words, and knows whether any have been sent."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self.were_sent = False

    def take_back(self, context: Context, attempt: int, reason: str) -> None:
        """Nothing was said; guests notice only where something was."""
        if self.were_sent:
            context.send_reset(attempt, reason)
        self.were_sent = False

    def send(self, words: str) -> None:
        if words:
            self.were_sent = True
            self._send(words)


class ToolUse:
    """What the calls of an answer have brought, whichever model made them.

    passages: those of the search, and behind them those of tools. records: of the
    calls, for the trace. reply: what a tool has said to the guest itself.
    """

    def __init__(self, state: ConciergeState, context: Context) -> None:
        self._state, self._context = state, context
        self._left = calls.MOST_CALLS - state["tool_steps"]
        self._offered = registry.schemas(context)
        self.passages: list[dict[str, Any]] = state["retrieved_context"]
        self.records: list[dict[str, Any]] = []
        self.reply: BookingReply | None = None

    def schemas(self, speaker: ChatModel) -> Sequence[ToolSchema]:
        """What this speaker may still call; without a model, nothing."""
        takes_none = speaker.provider == roles.EXTRACTIVE or not roles.takes_tools(
            speaker.name
        )
        return () if takes_none or self._left <= 0 else self._offered

    def state_for(self, speaker: ChatModel, state: ConciergeState) -> ConciergeState:
        """With the results for every model; the answerer without one is told what the
        router has asked for, as it is asked what was read from the message."""
        if not self.records or speaker.provider == roles.EXTRACTIVE:
            return state
        return {**state, "retrieved_context": self.passages}

    def update(self, state: ConciergeState) -> dict[str, Any]:
        """Changes of the state; none where nothing was called."""
        if not self.records:
            return {}
        return {
            "retrieved_context": self.passages,
            "reading": state["reading"],  # goes with them
            "tool_calls": self.records,
            "tool_steps": state["tool_steps"] + len(self.records),
        }

    async def speak(
        self,
        speaker: ChatModel,
        messages: list[BaseMessage],
        state: ConciergeState,
        words: Words,
    ) -> SpokenAnswer:
        """Speaks, and calls, until it is an answer, or a tool has given a reply.

        What was said before a call is taken back. Raises as `stream.speak` does.
        """
        while True:
            filters = stream.build(self.state_for(speaker, state), self._context)
            tools = self.schemas(speaker)
            spoken = await stream.speak(speaker, messages, filters, words.send, tools)
            if spoken.calls is None:
                return spoken
            words.take_back(self._context, state["retry_count"] + 1, "tools")
            replies = await self._answer(spoken.calls, spoken.usage, speaker)
            if self.reply:
                return SpokenAnswer(self.reply.text, [], spoken.usage)
            messages = [*messages, *replies]

    async def _answer(
        self, reply: AIMessageChunk, usage: dict[str, int], speaker: ChatModel
    ) -> list[BaseMessage]:
        """The calls and their results, for the speaker to go on with.

        usage: what asking for them took. After a call that nobody can read there are
        none, and nothing is offered any more, so that the answer comes without tools.
        """
        try:
            wanted_calls = tool_calls.read(reply)
        except UnreadableCall:
            self._left = 0
            self.records.append(calls.unreadable())
            return []
        within, beyond = wanted_calls[: self._left], wanted_calls[self._left :]
        self._left -= len(within)
        answered = await asyncio.gather(*map(self._run, within))
        self.reply = next(filter(None, (own.result.reply for own in answered)), None)
        cost = _cost(usage, speaker, self._context) / len(within)
        self.records += [{**own.record, "cost_usd": round(cost, 6)} for own in answered]
        extras = reply.additional_kwargs
        return [
            AIMessage("", tool_calls=wanted_calls, additional_kwargs=extras),
            *[self._message(own) for own in answered],
            *[_reply(call, TOO_MANY) for call in beyond],
        ]

    async def _run(self, call: ToolCall) -> Answered:
        own = Call(call["name"], call["args"], call["id"] or "")
        return await calls.run(own, self._context, asked_by="model")

    def _message(self, answered: Answered) -> ToolMessage:
        """A result as data, with the numbers by which the answer cites it."""
        first = len(self.passages) + 1
        fit = self._fit(answered.result.passages)
        results = passages.numbered(fit, len(self.passages))
        self.passages = [*self.passages, *results]
        note = answered.result.note or ("" if results else NOTHING_NEW)
        text = prompts.tool_result(note, results, first)
        return ToolMessage(
            text, tool_call_id=answered.call.id, name=answered.call.name or "unknown"
        )

    def _fit(self, results: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Without what the speaker has already, or must not offer this guest."""
        question = transcript.question(self._state["messages"])
        named = {row.item_id for row in self._context.search.named(question)}
        passage_ids = {own["metadata"]["passage_id"] for own in self.passages} - {0}
        fit = temptation.without_temptation(self._state, results, named)
        return [own for own in fit if own["metadata"]["passage_id"] not in passage_ids]


def _reply(call: ToolCall, note: str) -> ToolMessage:
    text = prompts.tool_result(note, (), 1)
    return ToolMessage(text, tool_call_id=call["id"] or "", name=call["name"])


def _cost(usage: dict[str, int], speaker: ChatModel, context: Context) -> float:
    """US dollars that the model took to ask for the calls."""
    counts = (usage["input_tokens"], usage["output_tokens"])
    if not any(counts):
        return 0.0
    return prices.cost({speaker.name: counts}, context.now.date()) / MICROS
