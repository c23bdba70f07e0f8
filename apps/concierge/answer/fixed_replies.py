"""Fixed replies with a resort's own facts and helplines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apps.concierge import replies
from apps.concierge.answer import minors
from apps.concierge.context import Context, Help, Resort
from apps.concierge.guardrails import (
    checks,
    distress,
    phrases,
    temptation,
    text_variants,
)
from apps.concierge.routing import intent
from apps.concierge.state import ConciergeState
from apps.knowledge.statements.ranking import IN_PART_BELOW

# Which helplines stand beside a reply, in this order.
HELP = {
    "emergency": ("emergency", "security"),
    "crisis": ("crisis", "emergency", "gambling"),
    "responsible_gaming": ("gambling", "self_exclusion"),
    "gambling_advice": ("gambling",),
    "help_wanted": ("emergency", "security"),
    "help_numbers": ("emergency", "security", "crisis", "gambling"),
    "likely_emergency": ("emergency", "security"),
    "likely_self_harm": ("crisis", "emergency"),
    "likely_responsible_gaming": ("gambling", "self_exclusion"),
    # What sounds like a complaint may be somebody on the floor.
    "complaint": ("emergency", "security"),
    "drink_driving": ("emergency",),
    "withdrawal": ("crisis", "gambling", "emergency"),
    "after_withdrawal": ("crisis", "emergency"),
}


# Categories of the gate whose help stands beside an answer where they are only likely.
LIKELY = (
    "emergency",
    "self_harm",
    "responsible_gaming",
    "age_verification",
    "bsa_aml",
    "patron_privacy",
)
LIKELY_PREFIX = "likely_"


@dataclass(frozen=True)
class FixedReply:
    """help_items: its helplines as a page shows them. choices: answers to press, where
    it asks something."""

    text: str
    help_items: list[dict[str, str]]
    choices: Sequence[str] = ()


def of(
    reply: str, resort: Resort, language: str, question: str = "", suffix: str = ""
) -> FixedReply:
    """suffix: of the sentence's id, such as `_again`; the helplines stay the same."""
    purposes = _purposes(reply, question)
    lines = [
        line
        for purpose in purposes
        for line in resort.helplines
        if line.purpose == purpose
    ]
    text = _say(reply + suffix, resort, language, lines)
    return FixedReply(text, replies.help_items(lines, language) if lines else [])


def closing(state: ConciergeState, context: Context) -> FixedReply | None:
    """What follows an answer from the records; None for most turns."""
    closing_reply = state["closing_reply"] or _of_care(state)
    if not closing_reply:
        return _doubt(state, context)
    if _is_told_by_record(state):
        return None
    reply = with_care(closing_reply, state)
    return of(reply, context.resort, context.language)


def _doubt(state: ConciergeState, context: Context) -> FixedReply | None:
    """What the guest has told in two ways is asked; never of one who was refused."""
    if not context.telling.doubt or state["guardrail"]:
        return None
    doubt = context.telling.doubt
    text = replies.say("which_is_right", context.language, question=doubt.question)
    return FixedReply(text, [], doubt.answers)


def choices(state: ConciergeState, context: Context) -> list[str]:
    """What the guest may press to answer the question that follows an answer."""
    closing_reply = closing(state, context)
    return list(closing_reply.choices) if closing_reply else []


def _of_care(state: ConciergeState) -> str:
    """The number stays in sight for some answers after a crisis, and beside what the
    guest is spared; another reply of the gate has its own."""
    if state["guardrail"] == temptation.TEMPTATION:
        return of_likely(distress.category_of_care(state))
    is_answer = not state["guardrail"] and distress.is_after_crisis(state)
    return of_likely(checks.CRISIS) if is_answer else ""


def beside(category: str, context: Context) -> FixedReply:
    """The help for a category of the gate, to stand beside other words."""
    return of(of_likely(category), context.resort, context.language)


def _is_told_by_record(state: ConciergeState) -> bool:
    """Whether an answer about an age needs no law on ages beside it."""
    is_about_age = likely_category(state["closing_reply"]) == checks.AGE
    reading = state["reading"]
    is_exact = reading.get("exact", 0.0) >= IN_PART_BELOW
    is_told = bool(state["citations"]) and is_exact and reading.get("topic") == "age"
    return is_about_age and is_told


def of_likely(category: str) -> str:
    """Id of the reply beside an answer; empty where none is called for."""
    return f"{LIKELY_PREFIX}{category}" if category in LIKELY else ""


def likely_category(closing_reply: str) -> str:
    """The category that `of_likely` was given; empty for other closing replies."""
    is_likely = closing_reply.startswith(LIKELY_PREFIX)
    return closing_reply.removeprefix(LIKELY_PREFIX) if is_likely else ""


def with_care(reply: str, state: ConciergeState) -> str:
    """A guest in distress is offered help instead of a refusal of advice."""
    is_refusal = reply == intent.GAMBLING_ADVICE
    return checks.WORRY if is_refusal and distress.is_needed(state) else reply


def append(answer: str, closing_reply: FixedReply | None) -> str:
    """The answer, and after it the closing reply if there is one."""
    return f"{answer}\n\n{closing_reply.text}" if closing_reply else answer


def help_of(closing_reply: FixedReply | None) -> dict[str, Any]:
    """The change of the state for the helplines of a closing reply."""
    return {"help": closing_reply.help_items} if closing_reply else {}


def help_of_both(
    reply: FixedReply, closing_reply: FixedReply | None
) -> list[dict[str, str]]:
    """The helplines of a reply and of what follows it, each once."""
    further = closing_reply.help_items if closing_reply else []
    return [*reply.help_items, *(row for row in further if row not in reply.help_items)]


def _purposes(reply: str, question: str) -> tuple[str, ...]:
    """An emergency that may be a suicide needs the crisis line too."""
    purposes = HELP.get(reply, ())
    if reply == "emergency" and phrases.find(checks.CRISIS, text_variants.of(question)):
        return (*purposes, "crisis")
    return purposes


def _say(sentence: str, resort: Resort, language: str, lines: list[Help]) -> str:
    return replies.say(
        sentence,
        language,
        property=resort.name,
        phone=resort.phone,
        website=resort.website,
        age=resort.gaming_age,
        jurisdiction=resort.jurisdiction,
        minors=minors.rules(resort, language),
        may_not=minors.prohibitions(resort, language),
        hours=_hours(resort, language),
        emergency=_emergency_number(resort, language),
        helplines=replies.spoken_helplines(lines, language),
    )


def number_in_emergency(resort: Resort, language: str) -> str:
    """The number to call, or words for it where the jurisdiction's row holds none."""
    numbers = (line for line in resort.helplines if line.purpose == "emergency")
    line = next(numbers, None)
    number = (line.vanity or line.phone) if line else ""
    return number or replies.say("emergency_number_unknown", language)


def _emergency_number(resort: Resort, language: str) -> str:
    """Said where the jurisdiction's row holds none: a number is never invented."""
    is_known = any(line.purpose == "emergency" for line in resort.helplines)
    return "" if is_known else replies.say("emergency_number", language)


def _hours(resort: Resort, language: str) -> str:
    """When a person answers, where the records say it; never a guess."""
    hours = resort.phone_hours
    reply = "human_hours" if hours else "human_hours_unknown"
    return replies.say(reply, language, hours=hours)
