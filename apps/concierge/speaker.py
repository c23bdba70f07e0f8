"""Prompt and stream of one spoken answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from langchain_core.messages import BaseMessage, SystemMessage

from apps.concierge import distress, prompts, replies
from apps.concierge import messages as conversation
from apps.concierge.citation_markers import Marks
from apps.concierge.context import Context, Resort
from apps.concierge.fact_check import prompt_leaks
from apps.concierge.fact_check.evidence import Grounds
from apps.concierge.fact_check.stream_check import FactGate
from apps.concierge.prompts import passages
from apps.concierge.state import Citation, ConciergeState
from apps.infrastructure import patterns
from apps.llm.chat import ChatModel
from apps.privacy.streaming import Redactor
from apps.properties import websites

LANGUAGES = {
    "en": "English",
    "es": "Spanish",
    "pt": "Portuguese",
    "fr": "French",
    "zh": "Chinese",
}

CARE = (
    "<care>This guest has shown signs of trouble in this conversation. Be calm and "
    "gentle; suggest no games, offers or drinks.</care>\n"
)


@dataclass(frozen=True)
class Spoken:
    text: str
    citations: list[Citation]
    usage: dict[str, int]


class Voice(Protocol):
    """What a specialist brings to the prompt."""

    @property
    def brief(self) -> str: ...

    @property
    def hears_plan(self) -> bool: ...


def prompt(state: ConciergeState, context: Context, voice: Voice) -> prompts.Prompt:
    """The system prompt with rules, moment and passages."""
    resort = context.resort
    needs_care = distress.is_needed(state)
    gambling = [line for line in resort.helplines if line.purpose == "gambling"]
    return prompts.render(
        "concierge",
        property=resort.name,
        phone=resort.phone,
        age=resort.gaming_age,
        language=LANGUAGES.get(context.language, "the guest's own"),
        code=prompts.data(context.language),
        specialist=voice.brief,
        helplines=replies.spoken_helplines(gambling, context.language),
        now=f"{context.now:%A, %B %d, %Y, %I:%M %p}",
        focus=prompts.data(state.get("focus", "")),
        unknown=replies.say(
            "unknown", context.language, property=resort.name, phone=resort.phone
        ),
        plan=_plan(state) if voice.hears_plan and not needs_care else "",
        canary=prompt_leaks.canary(),
        care=CARE if needs_care else "",
        retry=_retry(state),
        passages=passages.passages(state["retrieved_context"]),
    )


def messages(
    system: prompts.Prompt, state: ConciergeState, context: Context
) -> list[BaseMessage]:
    """The prompt, then the latest turns, without an answer that was just rejected."""
    spoken = conversation.window(state["messages"], context.limits.history)
    if spoken and spoken[-1].type == "ai":
        spoken = spoken[:-1]
    return [SystemMessage(system.text), *spoken]


def gate(state: ConciergeState, context: Context) -> FactGate:
    """Holds an answer to the passages and the resort's numbers."""
    grounds = Grounds(
        state["retrieved_context"],
        _public(context.resort),
        context.now,
        context.search.named,
        asked=conversation.asked(state["messages"], context.limits.history),
    )
    return FactGate(grounds, context.language)


def redactor(state: ConciergeState, context: Context) -> Redactor:
    """Hides what identifies a person, if the records do not publish it."""
    known = [one["content"] for one in state["retrieved_context"]]
    public = _bare(" ".join([*known, *_public(context.resort)]))
    return Redactor(lambda found: _bare(found) in public)


def _public(resort: Resort) -> list[str]:
    """What may be told about everything: the resort's own numbers and rules."""
    return [
        f"{resort.phone} {resort.name} {resort.website} {resort.jurisdiction}",
        f"You must be {resort.gaming_age} or older. {resort.minors_may}",
        resort.minors_may_not,
        *(
            f"{one.name} {one.phone} {one.vanity} "
            f"{websites.without_scheme(one.website)}"
            for one in resort.helplines
        ),
    ]


_NO_LETTER = patterns.compile(r"\W")


def _bare(text: str) -> str:
    return _NO_LETTER.sub("", text).lower()


async def stream(
    speaker: ChatModel,
    spoken: list[BaseMessage],
    found: Sequence[Mapping[str, Any]],
    gate: FactGate,
    redactor: Redactor,
    say: Callable[[str], None],
) -> Spoken:
    """Speaks and tells every piece that the gate lets pass.

    Redacted before it is cited: a citation keeps the sentence that it stands in.
    Raises ModelUnavailable, and Unfounded before a claim is told that no record holds.
    """
    marks, text = Marks(found), ""
    usage = {"input_tokens": 0, "output_tokens": 0}
    async for chunk in speaker.stream(spoken):
        if chunk.usage_metadata:
            usage["input_tokens"] += chunk.usage_metadata["input_tokens"]
            usage["output_tokens"] += chunk.usage_metadata["output_tokens"]
        piece = marks.feed(redactor.feed(gate.feed(chunk.text)))
        text += piece
        say(piece)
    end = redactor.feed(gate.rest()) + redactor.rest()
    rest = marks.feed(end) + marks.rest()
    say(rest)
    return Spoken((text + rest).strip(), marks.citations, usage)


def _plan(state: ConciergeState) -> str:
    note = (state["whisper_plan"] or {}).get("conversation_note", "")
    return f"<plan>{prompts.data(note)}</plan>\n" if note else ""


def _retry(state: ConciergeState) -> str:
    reason = state["retry_feedback"]
    if not state["retry_count"] or not reason:
        return ""
    said = prompts.data(reason)
    return f"<retry>Your last answer was rejected: {said} Mend that.</retry>\n"
