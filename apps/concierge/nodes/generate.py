"""The specialist speaks from the passages; its words stream as they come."""

from __future__ import annotations

import logging
from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge import replies, transcript
from apps.concierge.answer import cautions, prompt, specialists, untold_things
from apps.concierge.answer.tool_use import ToolUse, Words
from apps.concierge.bookings import MARK, BookingReply
from apps.concierge.context import Context
from apps.concierge.fact_check.stream_check import UnsupportedClaim
from apps.concierge.state import Citation, ConciergeState
from apps.concierge.tools.calculate import further_sums
from apps.llm import fallback
from apps.llm.chat import ChatModel
from apps.llm.failures import ModelUnavailable
from apps.properties import flags

log = logging.getLogger(__name__)


async def generate(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context = runtime.context
    if state["choices"]:
        return _ask_which(state["choices"], context)
    if state["reading"].get("is_being_indexed"):
        return _notice(_say("being_indexed", context), context)
    if not state["retrieved_context"]:
        lacking = prompt.missing_fact(state["reading"], context)
        return _notice(lacking or prompt.unknown(context), context)
    if state["retry_count"]:
        context.send_reset(state["retry_count"] + 1, "validation")
    context.send_status(replies.say("status_writing", context.language))
    return await _answer(state, context)


async def _answer(state: ConciergeState, context: Context) -> dict[str, Any]:
    """The answer of the first speaker that works.

    Guests notice a change of speakers only where words were sent already.
    """
    attempt = state["retry_count"] + 1
    tool_use = ToolUse(state, context)
    failures = [state["fallback_reason"]] if state["fallback_reason"] else []
    speakers = _speakers(context)
    while speakers:
        speaker, *speakers = speakers
        words = Words(context.send_token)
        try:
            update = await _speak(speaker, state, context, words, tool_use)
        except ModelUnavailable as error:
            log.warning("speaker %s: %s", speaker.name, error)
            failures.append(f"{speaker.name}: {error.kind}")
            speakers = fallback.stand_ins(speaker, error, speakers)
            attempt += words.were_sent
            words.take_back(context, attempt, error.kind)
        else:
            return update | _reason(failures)
    return _notice(_say("model_trouble", context), context) | _reason(failures)


def _reason(failures: list[str]) -> dict[str, Any]:
    return {"fallback_reason": "; ".join(failures)} if failures else {}


def _speakers(context: Context) -> list[ChatModel]:
    """The configured speakers, then the offline one, which depends on no server."""
    configured, offline = context.model("speaker"), context.offline_speaker
    speakers = fallback.models_of(configured) if configured else []
    providers = {speaker.provider for speaker in speakers}
    if offline and offline.provider not in providers:
        speakers.append(offline)
    return speakers


async def _speak(
    speaker: ChatModel,
    state: ConciergeState,
    context: Context,
    words: Words,
    tool_use: ToolUse,
) -> dict[str, Any]:
    """The answer with what its tools have brought.

    The answerer without a model calls none, and is told only what the router asked for.
    """
    tools = tool_use.schemas(speaker)
    state = tool_use.state_for(speaker, state)
    has_specialists = flags.is_on(context.flags, "specialists")
    specialist = specialists.choose(state["retrieved_context"], has_specialists)
    system = prompt.render(state, context, specialist, has_tools=bool(tools))
    messages = prompt.messages(system, state, context)
    of_speaker = {"provider": speaker.provider, "model": speaker.name}
    try:
        spoken = await tool_use.speak(speaker, messages, state, words)
    except UnsupportedClaim as problem:
        rejected = {"unsupported_claim": str(problem), **of_speaker}
        return rejected | tool_use.update(state)
    if tool_use.reply:
        usage = {"usage": spoken.usage, **of_speaker}
        return _reply(tool_use.reply, context) | usage | tool_use.update(state)
    return {
        "unsupported_claim": "",
        "messages": [
            AIMessage(
                spoken.text,
                id=transcript.answer_id(state["messages"]),
                additional_kwargs=_marks(state, spoken.citations),
            )
        ],
        "citations": spoken.citations,
        # Staff count an answer without a source as a question that found nothing.
        "answer_kind": "answer" if spoken.citations else "notice",
        "is_in_part": bool(spoken.citations)
        and _is_in_part(spoken.text, state["reading"], context),
        "active_agent": specialist.name,
        "prompt_hash": system.template_hash,
        "usage": spoken.usage,
        **of_speaker,
        **tool_use.update(state),
    }


def _marks(state: ConciergeState, citations: list[Citation]) -> dict[str, Any]:
    """What the message of an answer remembers."""
    latest_sum = further_sums.mark(state["wanted_tools"], citations)
    return {**transcript.topics(citations), **latest_sum}


def _is_in_part(answer_text: str, reading: Any, context: Context) -> bool:
    """Whether the answer says so, or leaves out a thing that is asked for."""
    if context.telling.is_need_asked and reading.get("unrecorded_needs"):
        return True
    return (
        cautions.is_in_part(answer_text, context)
        or cautions.is_uncertain(answer_text, reading, context)
        or bool(untold_things.of(reading, answer_text, context.language))
    )


def _ask_which(choices: list[str], context: Context) -> dict[str, Any]:
    """Several rows have this name: the guest chooses; each is one press away."""
    listed = "\n".join(f"- {name}" for name in choices)
    return _notice(_say("which_one", context, choices=listed), context)


def _say(reply: str, context: Context, **facts: str) -> str:
    resort = context.resort
    return replies.say(
        reply, context.language, property=resort.name, phone=resort.phone, **facts
    )


def _reply(reply: BookingReply, context: Context) -> dict[str, Any]:
    """Who the guest is, which is asked in the words of the bookings' own answers."""
    message = AIMessage(reply.text, additional_kwargs={MARK: dict(reply.expects)})
    choices = {"choices": list(reply.choices), "unsupported_claim": ""}
    return {**_notice(reply.text, context), "messages": [message], **choices}


def _notice(text: str, context: Context) -> dict[str, Any]:
    """A fixed sentence, which needs no validation."""
    context.send_replacement(text)
    return {
        "messages": [AIMessage(text)],
        "skip_validation": True,
        "answer_kind": "notice",
        "citations": [],
    }
