"""The specialist speaks from the passages; its words stream as they come."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge import events, messages, replies
from apps.concierge import speaker as speech
from apps.concierge.context import Context
from apps.concierge.fact_check.stream_check import Unfounded
from apps.concierge.specialists import choose
from apps.concierge.state import ConciergeState
from apps.llm.chat import ChatModel, ModelUnavailable

log = logging.getLogger(__name__)


async def generate(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context = runtime.context
    if state["choices"]:
        return _which(state["choices"], context)
    if not state["retrieved_context"]:
        return _fixed("unknown", context)
    if state["retry_count"]:
        events.reset(context, state["retry_count"] + 1, "validation")
    events.status(context, replies.say("status_writing", context.language))
    for speaker in _speakers(context):
        try:
            return await _speak(speaker, state, context)
        except ModelUnavailable as error:
            log.warning("speaker %s: %s", speaker.name, error)
            events.reset(context, state["retry_count"] + 1, error.kind)
    return _fixed("model_trouble", context)


def _speakers(context: Context) -> list[ChatModel]:
    """The configured speaker, then the offline one, which needs nobody."""
    first = context.model("speaker")
    spare = context.offline_speaker
    same = first and spare and first.provider == spare.provider
    return [one for one in (first, None if same else spare) if one]


async def _speak(
    speaker: ChatModel, state: ConciergeState, context: Context
) -> dict[str, Any]:
    specialist = choose(state["retrieved_context"])
    prompt = speech.prompt(state, context, specialist)
    try:
        spoken = await speech.stream(
            speaker,
            speech.messages(prompt, state, context),
            state["retrieved_context"],
            speech.gate(state, context),
            speech.redactor(state, context),
            partial(events.token, context),
        )
    except Unfounded as problem:
        return {"unfounded": str(problem), "provider": speaker.provider}
    return {
        "unfounded": "",
        "messages": [
            AIMessage(
                spoken.text,
                id=messages.answer_id(state["messages"]),
                additional_kwargs=messages.about(spoken.citations),
            )
        ],
        "citations": spoken.citations,
        "active_agent": specialist.name,
        "prompt_hash": prompt.template_hash,
        "provider": speaker.provider,
        "usage": spoken.usage,
    }


def _which(choices: list[str], context: Context) -> dict[str, Any]:
    """Several rows are called so: the guest says which; each is one press away."""
    listed = "\n".join(f"- {name}" for name in choices)
    return _fixed("which_one", context, choices=listed)


def _fixed(reply: str, context: Context, **words: str) -> dict[str, Any]:
    resort = context.resort
    text = replies.say(
        reply, context.language, property=resort.name, phone=resort.phone, **words
    )
    events.replace(context, text)
    return {
        "messages": [AIMessage(text)],
        "skip_validation": True,
        "answer_kind": "notice",
        "citations": [],
    }
