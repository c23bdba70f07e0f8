"""What the guest is told about his own facts, and which of them he wants forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from langchain_core.messages import AnyMessage, HumanMessage

from apps.concierge import memory_meaning, memory_requests, replies
from apps.concierge.context import Context
from apps.concierge.guest_memory import RememberedFact
from apps.concierge.memory_requests import MemoryRequest
from apps.language import normalise
from apps.properties import flags

# Of whom something is said: "my wife is vegan" is no wish to forget the wife.
COMPANIONS = "companions"
# Requests that change nothing.
READ_ONLY = ("asked", "keep", "export")
NAMING = ("forget_fact", "forget_about")


@dataclass(frozen=True)
class MemoryReply:
    """forgotten: the facts that are to be deleted, or parts of them. forgets_all: and
    what is being told now."""

    text: str
    language: str
    forgotten: tuple[RememberedFact, ...] = ()
    forgets_all: bool = False


def is_asked_for(question: str, context: Context) -> bool:
    """Whether the message is about the memory; "forget the pool" is only if it fits."""
    request = memory_requests.read(question)
    if request is None:
        return False
    if request.kind == "forget_except":
        is_order = not normalise.has_question_mark(question)
        return is_order or bool(_spared(request, context))
    if request.kind not in NAMING or _named(request, context):
        return True
    # Whoever forgot a charger wants nothing forgotten.
    return request.kind == "forget_fact" and not memory_meaning.is_innocent(question)


def of(messages: Sequence[AnyMessage], context: Context) -> MemoryReply:
    """The reply to the latest message."""
    question, *earlier = [m for m in reversed(messages) if isinstance(m, HumanMessage)]
    request = _narrowed(
        memory_requests.read(str(question.text))
        or MemoryRequest("asked", context.language),
        context,
    )
    facts = context.memory.facts(request.language)
    if request.kind in READ_ONLY:
        return MemoryReply(_facts_and_way(facts, request, context), request.language)
    if request.kind == "forget_all":
        unwanted: Sequence[RememberedFact] = facts
    elif request.kind == "forget_last":
        before = earlier[0].id if earlier else ""
        unwanted = _of_message(before, facts)
    elif request.kind == "forget_except":
        spared = _spared(request, context)
        unwanted = _without(facts, spared) if spared else ()
    else:
        unwanted = _without(_named(request, context), _spared(request, context))
    return _forgetting(unwanted, facts, request, context)


def _narrowed(request: MemoryRequest, context: Context) -> MemoryRequest:
    """In words that no phrase has, whoever names a fact wants no others forgotten."""
    is_all = request.kind == "forget_all" and request.subject
    if is_all and _named(request, context):
        return replace(request, kind="forget_about")
    return request


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
        text = _with_chat(text, request, context)
        return MemoryReply(text, language, forgets_all=request.kind == "forget_all")
    is_all = all(fact in unwanted for fact in facts)
    reply = "memory_emptied" if is_all else "memory_forgotten"
    text = replies.say(reply, language, facts=_lines(unwanted, language))
    text = _with_chat(text, request, context)
    forgets_all = request.kind == "forget_all"
    return MemoryReply(text, language, tuple(unwanted), forgets_all)


def _with_chat(text: str, request: MemoryRequest, context: Context) -> str:
    """With how the words of the chat are deleted, for who wants all forgotten."""
    if request.kind != "forget_all" or context.channel != "web":
        return text
    return f"{text}\n\n{replies.say('memory_chat_stays', request.language)}"


def _facts_and_way(
    facts: Sequence[RememberedFact], request: MemoryRequest, context: Context
) -> str:
    """What is remembered, and where the guest has it kept, or takes it along."""
    listed = _listed(facts, request, context)
    is_kept = context.memory.is_kept
    if request.kind == "asked" or not facts or (request.kind == "keep" and is_kept):
        return listed
    how = replies.say(
        f"memory_{request.kind}_{context.channel}",
        request.language,
        phone=context.resort.phone,
    )
    return f"{how}\n\n{listed}"


def _listed(
    facts: Sequence[RememberedFact], request: MemoryRequest, context: Context
) -> str:
    language = request.language
    if not facts:
        is_noted = flags.notes_guests(context.flags)
        reply = "memory_empty" if is_noted else "memory_off"
        return replies.say(reply, language, property=context.resort.name)
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


def _of_message(
    message: str | None, facts: Sequence[RememberedFact]
) -> list[RememberedFact]:
    """What was told in a message; of a list, the choices that it added."""
    every: list[RememberedFact] = []
    for fact in facts:
        every += _joined(fact, [own for own in _parts(fact) if own.told_in == message])
    return every


def _named(request: MemoryRequest, context: Context) -> list[RememberedFact]:
    """The facts that the request calls by a name: "my budget", "I am vegetarian".

    Of a list, only the choices that it names. "That my dad uses a walker" names no
    companion, and "that I enjoy sushi" not all that is enjoyed.
    """
    subject = f" {request.subject} "
    facts = context.memory.facts(request.language)
    named = _called(subject, facts)
    if not named:
        return [fact for fact in facts if _is_in(fact.label, subject)]
    return [fact for fact in named if fact.key != COMPANIONS] or named


def _spared(request: MemoryRequest, context: Context) -> list[RememberedFact]:
    """The facts that are to stay: whatever may be meant is."""
    subject = f" {request.spared} "
    facts = context.memory.facts(request.language)
    return _called(subject, facts) + [
        fact for fact in facts if _is_in(fact.label, subject)
    ]


def _without(
    facts: Sequence[RememberedFact], spared: Sequence[RememberedFact]
) -> list[RememberedFact]:
    """The facts, or the parts of them, that are not spared."""
    staying = [part for fact in spared for part in _parts(fact)]
    unspared: list[RememberedFact] = []
    for fact in facts:
        unspared += _joined(fact, [own for own in _parts(fact) if own not in staying])
    return unspared


def _called(subject: str, facts: Sequence[RememberedFact]) -> list[RememberedFact]:
    called: list[RememberedFact] = []
    for fact in facts:
        parts = [own for own in fact.parts if _is_called(own, subject)]
        is_whole = not parts and _is_called(fact, subject)
        called += [fact] if is_whole else _joined(fact, parts)
    return called


def _is_called(fact: RememberedFact, subject: str) -> bool:
    return any(_is_in(name, subject) for name in (*fact.names, fact.quote))


def _parts(fact: RememberedFact) -> Sequence[RememberedFact]:
    return fact.parts or (fact,)


def _joined(
    fact: RememberedFact, parts: Sequence[RememberedFact]
) -> Sequence[RememberedFact]:
    """The fact itself where these are all of its parts."""
    return [fact] if len(parts) == len(_parts(fact)) else parts


def _is_in(name: str, subject: str) -> bool:
    words = normalise.words(name).strip(" .")
    # Scripts that are not Latin may write without spaces.
    return bool(words) and (words if not words.isascii() else f" {words} ") in subject
