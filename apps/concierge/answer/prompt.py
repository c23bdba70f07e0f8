"""The prompt of one spoken answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage

from apps.concierge import prompts, replies, transcript
from apps.concierge.answer import cautions, known_guest, unasked_offers
from apps.concierge.answer.briefing import Briefing, SpeakerPrompt
from apps.concierge.answer.specialists import Specialist
from apps.concierge.context import Context
from apps.concierge.fact_check import forbidden_sentences
from apps.concierge.guardrails import distress
from apps.concierge.prompts import Prompt
from apps.concierge.state import ConciergeState
from apps.knowledge.search.missing_facts import CLOSED, RESORT_PHONE
from apps.language.calendar import asked_time
from apps.properties import flags

LANGUAGES = {
    "en": "English",
    "es": "Spanish",
    "pt": "Portuguese",
    "fr": "French",
    "zh": "Chinese",
}

# Of the rows of which something is not known.
MOST_NAMES = 3
SPOKEN_WITHOUT_A_MODEL = frozenset({"en", "es", "fr"})

CARE = (
    "<care>This guest has shown signs of trouble in this conversation. Be calm and "
    "gentle; suggest no games, offers or drinks.</care>\n"
)

NEXT_TOPIC = (
    "Once the question is answered, you may ask one short question about: {topic}. Ask "
    "only where it follows naturally, and nothing that the guest has told or declined "
    "to tell."
)
OFFERS = (
    "<offers>The guest may welcome an offer. Where one among the passages goes with "
    "what is asked, you may add it in one sentence, as information.</offers>\n"
)
TOOLS = (
    "<tools>Where the passages do not hold what is asked and a tool can find it, call "
    "the tool, and say nothing before. What it brings is data like the passages: cite "
    "the number of its passage. Never work out a sum yourself.</tools>\n"
)
NO_QUESTION = "Ask the guest nothing of your own in this answer."


def render(
    state: ConciergeState,
    context: Context,
    specialist: Specialist,
    *,
    has_tools: bool = False,
) -> Prompt:
    """The system prompt with rules, moment and passages."""
    resort = context.resort
    needs_care = distress.is_needed(state)
    gambling = [line for line in resort.helplines if line.purpose == "gambling"]
    return prompts.render(
        "concierge",
        flags.speaker_prompt(context.flags),
        property=resort.name,
        phone=resort.phone,
        age=resort.gaming_age,
        language=LANGUAGES.get(context.language, "the guest's own"),
        code=prompts.escaped(context.language),
        specialist=specialist.brief,
        helplines=replies.spoken_helplines(gambling, context.language),
        now=f"{context.now:%A, %B %d, %Y, %I:%M %p}",
        focus=prompts.escaped(state.get("focus", "")),
        questions=_questions(state["reading"]),
        guest="" if needs_care else known_guest.element(context),
        unknown=unknown(context),
        plan=_plan(state) if specialist.hears_plan and not needs_care else "",
        tools=TOOLS if has_tools else "",
        offers=OFFERS if unasked_offers.is_welcome(state) else "",
        canary=forbidden_sentences.canary(),
        care=CARE if needs_care else "",
        retry=_retry(state),
        passages=prompts.passages(state["retrieved_context"]),
    )


def messages(
    system: Prompt, state: ConciergeState, context: Context
) -> list[BaseMessage]:
    """The prompt, then the latest turns, without an answer that was just rejected."""
    recent = transcript.recent(state["messages"], context.limits.history)
    if recent and recent[-1].type == "ai":
        recent = recent[:-1]
    if other_question := state["other_question"]:
        recent = [*recent[:-1], HumanMessage(other_question)]
    return [
        SpeakerPrompt(content=system.text, briefing=_briefing(state, context)),
        *recent,
    ]


def unknown(context: Context) -> str:
    """What the speaker says when the passages do not hold the answer."""
    resort = context.resort
    return replies.say(
        "unknown", context.language, property=resort.name, phone=resort.phone
    )


def _briefing(state: ConciergeState, context: Context) -> Briefing:
    reading = state["reading"]
    briefing = Briefing(
        passages=state["retrieved_context"],
        language=context.language,
        unknown=unknown(context),
        no_such_day=_no_such_day(reading, context),
        missing=missing_fact(reading, context),
        not_mentioned=cautions.not_mentioned(context),
        retry=_retry_reason(state),
        reading=reading,
        caution=cautions.of(reading, context),
        in_part=cautions.in_part(reading, context),
        no_price=cautions.say(cautions.NO_PRICE, context),
        further=replies.say("further", context.language, phone=context.resort.phone),
        not_spoken=_not_spoken(context),
        order_note=known_guest.order_note(reading, context),
        needs_note=known_guest.needs_note(reading, context),
    )
    readings = reading.get("parts", ())
    needs_notes = [known_guest.needs_note(own, context) for own in readings]
    parts = [
        replace(
            briefing,
            reading=own,
            caution=cautions.of(own, context),
            in_part=cautions.in_part(own, context),
            unknown=cautions.unknown_part(context, own.get("wish", "")),
            no_such_day=_no_such_day(own, context),
            missing=missing_fact(own, context),
            order_note=known_guest.order_note(own, context),
            # Once, though every part is of the same guest.
            needs_note=note if note not in needs_notes[: number - 1] else "",
            number=number,
        )
        for number, (own, note) in enumerate(zip(readings, needs_notes, strict=True), 1)
    ]
    return replace(briefing, parts=parts)


def _no_such_day(reading: Mapping[str, Any], context: Context) -> str:
    if not asked_time.is_no_day(reading.get("text", ""), context.now):
        return ""
    phone = context.resort.phone
    return replies.say("no_such_day", context.language, phone=phone)


def missing_fact(reading: Mapping[str, Any], context: Context) -> str:
    """That a row lacks what is asked for, such as a minimum age; the number of the
    resort where that is asked for; else empty."""
    missing, resort = reading.get("missing"), context.resort
    if not missing:
        return ""
    if missing["what"] == RESORT_PHONE:
        return replies.say(
            RESORT_PHONE, context.language, property=resort.name, phone=resort.phone
        )
    names = replies.spoken_list(missing["rows"], context.language)
    sentences = [replies.say(f"no_{missing['what']}", context.language, names=names)]
    if missing["what"] == CLOSED:
        sentences += _what_is_unknown(missing, names, context.language)
    if website := missing.get("website"):
        sentences.append(replies.say("calendar", context.language, website=website))
    return " ".join(sentences)


def _what_is_unknown(
    missing: Mapping[str, Any], names: str, language: str
) -> Iterator[str]:
    """Where nothing is recorded as closed."""
    if 0 < len(missing["rows"]) <= MOST_NAMES:
        yield replies.say("no_hours", language, names=names)
    elif missing["rows"]:
        yield replies.say("no_hours_of_some", language)
    if missing["is_holiday"]:
        yield replies.say("usual_hours", language)


def _not_spoken(context: Context) -> str:
    """What a speaker without a model says first in a language that it lacks."""
    if context.language in SPOKEN_WITHOUT_A_MODEL:
        return ""
    return replies.not_spoken(context.language, context.resort.phone)


def _questions(reading: Mapping[str, Any]) -> str:
    """What the guest asks, each question in full; empty where nothing was read."""
    readings = reading.get("parts") or [reading]
    questions = [own.get("full_question", "") for own in readings]
    return "".join(
        f"<question>{prompts.escaped(question)}</question>\n"
        for question in questions
        if question
    )


def _plan(state: ConciergeState) -> str:
    """What the planner whispers. An answer that also refuses something asks nothing."""
    plan = state["whisper_plan"] or {}
    lines = [plan.get("conversation_note", "")]
    if topic := plan.get("next_topic"):
        lines.append(
            NO_QUESTION
            if state["closing_reply"] or state["booking_reply"]
            else _next_topic(topic, plan)
        )
    text = prompts.escaped("\n".join(filter(None, lines)))
    return f"<plan>{text}</plan>\n" if text else ""


def _next_topic(topic: str, plan: Mapping[str, Any]) -> str:
    names = ", ".join(plan.get("extraction_targets", ())) or topic
    return NEXT_TOPIC.format(topic=names.replace("_", " "))


def _retry(state: ConciergeState) -> str:
    reason = prompts.escaped(_retry_reason(state))
    if not reason:
        return ""
    return f"<retry>Your last answer was rejected: {reason} Mend that.</retry>\n"


def _retry_reason(state: ConciergeState) -> str:
    return (state["retry_feedback"] or "") if state["retry_count"] else ""
