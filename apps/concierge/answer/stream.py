"""The stream of one answer: checked, redacted and cited while it is spoken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from langchain_core.messages import AIMessageChunk, BaseMessage

from apps.concierge import transcript
from apps.concierge.answer.citations import CitationMarkers
from apps.concierge.context import Context, Resort
from apps.concierge.fact_check.evidence import Evidence
from apps.concierge.fact_check.stream_check import StreamCheck
from apps.concierge.state import Citation, ConciergeState
from apps.infrastructure import patterns
from apps.llm.chat import ChatModel
from apps.llm.providers import ToolSchema
from apps.privacy.streaming import Redactor
from apps.properties import websites

_NO_LETTER = patterns.compile(r"\W")


@dataclass(frozen=True)
class SpokenAnswer:
    """calls: of tools, which the speaker wants to be answered before it goes on; then
    the text is not the whole answer.
    """

    text: str
    citations: list[Citation]
    usage: dict[str, int]
    calls: AIMessageChunk | None = None


@dataclass(frozen=True)
class AnswerStream:
    """Three filters in a row, each of which may hold text back for a while.

    Redaction comes before citation, because a citation keeps the sentence it stands in.
    """

    fact_check: StreamCheck
    redactor: Redactor
    markers: CitationMarkers

    def feed(self, piece: str) -> str:
        """The text that guests may see now.

        Raises UnsupportedClaim before a claim passes that no record holds.
        """
        checked = self.fact_check.feed(piece)
        return self.markers.feed(self.redactor.feed(checked))

    def flush(self) -> str:
        """The text held back at the end; raises UnsupportedClaim like `feed`."""
        checked = self.fact_check.flush()
        redacted = self.redactor.feed(checked) + self.redactor.finish()
        return self.markers.feed(redacted) + self.markers.flush()


def build(state: ConciergeState, context: Context) -> AnswerStream:
    """The filters of one attempt to answer."""
    passages, public_texts = state["retrieved_context"], _public_texts(context.resort)
    public_texts += _texts_of_missing(state["reading"])
    evidence = Evidence(
        passages,
        public_texts,
        context.now,
        context.search.named,
        guest_texts=transcript.guest_texts(state["messages"], context.limits.history),
    )
    contents = [passage["content"] for passage in passages]

    @cache  # most answers name nobody and no number, and never ask
    def public() -> str:
        return _letters(" ".join([*contents, *public_texts]))

    return AnswerStream(
        StreamCheck(evidence, context.language),
        Redactor(lambda personal_data: _letters(personal_data) in public()),
        CitationMarkers(passages),
    )


async def speak(
    speaker: ChatModel,
    messages: list[BaseMessage],
    stream: AnswerStream,
    send: Callable[[str], None],
    tools: Sequence[ToolSchema] = (),
) -> SpokenAnswer:
    """Speak, and send every piece that the stream lets pass.

    Raises ModelUnavailable, and UnsupportedClaim.
    """
    pieces: list[str] = []
    calls: AIMessageChunk | None = None
    usage = {"input_tokens": 0, "output_tokens": 0}
    async for chunk in speaker.stream(messages, tools):
        if chunk.usage_metadata:
            usage["input_tokens"] += chunk.usage_metadata["input_tokens"]
            usage["output_tokens"] += chunk.usage_metadata["output_tokens"]
        if chunk.tool_call_chunks:
            calls = chunk if calls is None else calls + chunk
        pieces.append(stream.feed(chunk.text))
        send(pieces[-1])
    if calls is not None:
        return SpokenAnswer("".join(pieces), [], usage, calls)
    pieces.append(stream.flush())
    send(pieces[-1])
    return SpokenAnswer("".join(pieces).strip(), stream.markers.citations, usage)


def _texts_of_missing(reading: Mapping[str, Any]) -> list[str]:
    """The rows that lack what is asked for, and their calendar's website, as records
    have them that may not be among the passages."""
    missing = [own.get("missing") or {} for own in (reading, *reading.get("parts", ()))]
    websites = [own.get("website", "") for own in missing]
    return [*websites, *(name for own in missing for name in own.get("rows", ()))]


def _public_texts(resort: Resort) -> list[str]:
    """What holds of everything: the resort's own numbers and rules."""
    return [
        f"{resort.phone} {resort.name} {resort.website} {resort.jurisdiction}",
        f"You must be {resort.gaming_age} or older. {resort.minors_may}",
        resort.minors_may_not,
        *(
            f"{line.name} {line.phone} {line.vanity} "
            f"{websites.without_scheme(line.website)}"
            for line in resort.helplines
        ),
    ]


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", text).lower()
