"""What the guest is told about his own facts, and which of them he wants forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.messages import AnyMessage, HumanMessage

from apps.concierge import memory_requests, replies
from apps.concierge.context import Context
from apps.concierge.guest_memory import RememberedFact
from apps.concierge.memory_requests import MemoryRequest
from apps.language import normalise


@dataclass(frozen=True)
class MemoryReply:
    """forgotten: keys of the facts that are to be deleted."""

    text: str
    language: str
    forgotten: tuple[str, ...] = ()


def is_asked_for(question: str, context: Context) -> bool:
    """Whether the message is about the memory; "forget the pool" is only if it fits."""
    request = memory_requests.read(question)
    if request is None or request.kind != "forget_about":
        return request is not None
    return bool(_named(request, context))


def of(messages: Sequence[AnyMessage], context: Context) -> MemoryReply:
    """The reply to the latest message."""
    question, *earlier = [m for m in reversed(messages) if isinstance(m, HumanMessage)]
    request = memory_requests.read(str(question.text)) or MemoryRequest(
        "asked", context.language
    )
    facts = context.memory.facts(request.language)
    if request.kind == "asked":
        return MemoryReply(_listed(facts, request, context), request.language)
    if request.kind == "forget_all":
        unwanted: Sequence[RememberedFact] = facts
    elif request.kind == "forget_last":
        before = earlier[0].id if earlier else ""
        unwanted = [fact for fact in facts if fact.told_in == before]
    else:
        unwanted = _named(request, context)
    return _forgetting(unwanted, facts, request, context)


def _forgetting(
    unwanted: Sequence[RememberedFact],
    facts: Sequence[RememberedFact],
    request: MemoryRequest,
    context: Context,
) -> MemoryReply:
    language = request.language
    if not unwanted:
        is_of_last = request.kind == "forget_last"
        reply = "memory_nothing_new" if is_of_last else "memory_not_known"
        sentences = [replies.say(reply, language)] if facts else []
        text = "\n\n".join([*sentences, _listed(facts, request, context)])
        return MemoryReply(text, language)
    reply = "memory_emptied" if len(unwanted) == len(facts) else "memory_forgotten"
    text = replies.say(reply, language, facts=_lines(unwanted, language))
    if request.kind == "forget_all" and context.channel == "web":
        text = f"{text}\n\n{replies.say('memory_chat_stays', language)}"
    return MemoryReply(text, language, tuple(fact.key for fact in unwanted))


def _listed(
    facts: Sequence[RememberedFact], request: MemoryRequest, context: Context
) -> str:
    language = request.language
    if not facts:
        return replies.say("memory_empty", language)
    until = "memory_kept" if context.memory.is_kept else "memory_of_chat"
    return replies.say(
        "memory_list",
        language,
        facts=_lines(facts, language),
        until=replies.say(until, language),
    )


def _lines(facts: Sequence[RememberedFact], language: str) -> str:
    return "\n".join(f"- {_line(fact, language)}" for fact in facts)


def _line(fact: RememberedFact, language: str) -> str:
    """Without a sentence where none of it could be kept."""
    quote = " ".join(fact.quote.split())
    if not quote:
        return fact.words
    return replies.say("memory_fact", language, fact=fact.words, quote=quote)


def _named(request: MemoryRequest, context: Context) -> list[RememberedFact]:
    """The facts that the request calls by a name: "my budget", "I am vegetarian"."""
    subject = f" {request.subject} "
    facts = context.memory.facts(request.language)
    return [
        fact
        for fact in facts
        if any(_is_in(name, subject) for name in (*fact.names, fact.quote))
    ]


def _is_in(name: str, subject: str) -> bool:
    words = normalise.words(name).strip(" .")
    # Scripts that are not Latin may write without spaces.
    return bool(words) and (words if not words.isascii() else f" {words} ") in subject
