"""Everything that is not answered from the catalog, each in its own kind words."""

from __future__ import annotations

import logging
from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge import transcript
from apps.concierge.answer import age_record, cards_and_followups, fixed_replies
from apps.concierge.answer.age_record import Quotation
from apps.concierge.context import Context, Resort, Results
from apps.concierge.guardrails import checks, distress
from apps.concierge.routing import offers
from apps.concierge.state import ConciergeState
from apps.infrastructure import patterns
from apps.language import normalise

log = logging.getLogger(__name__)

# Guardrail finding -> the reply's id; without a finding the query type is the id.
REPLIES = {
    "emergency": "emergency",
    "self_harm": "crisis",
    "prompt_injection": "off_topic_injection",
    "responsible_gaming": "responsible_gaming",
    "bsa_aml": "bsa_aml",
    "turn_limit": "turn_limit",
    "withdrawal": "withdrawal",
    "drink_driving": "drink_driving",
    "competitor": "competitor",
    "human": "human",
    "help": "help_wanted",
    "temptation": "temptation",
    "help_numbers": "help_numbers",
}
# Of replies to the messages after the first one of an emergency, in turn.
WHILE_IT_GOES_ON = ("_later", "_again")
CARE = frozenset({"emergency", "crisis"})
ACTION_REQUEST = "action_request"
# How self-exclusion works, and a word for whoever it may be about.
_OF_PROGRAMME = patterns.compile(
    r"^\W*(?:what|whats|how|where|which|is there|are there|do you have|tell me about|"
    r"explain|que|cual|como|donde|hay|tienen|qu est ce|comment|ou|c est quoi|"
    r"avez vous|y a t il)\b.*\b(?:self.?exclu\w*|exclusion|autoexclu\w*|"
    r"auto.exclu\w*|responsible gam\w+|juego responsable|jeu responsable)\b"
)
_OF_SOMEBODY = patterns.compile(
    r"\b(?:i|im|ive|my|myself|we|us|our|he|him|his|she|her|they|them|their|yo|mi|mis|"
    r"nos|ella|su|je|j|moi|mon|ma|mes|il|elle|son|sa|nous)\b"
)


async def off_topic(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context = runtime.context
    reply = REPLIES.get(state["guardrail"], state["query_type"] or "off_topic")
    if reply in ("property_qa", "hours_schedule", "ambiguous"):
        reply = "off_topic"  # the router was too unsure to look anything up
    reply = fixed_replies.with_care(reply, state)
    question = transcript.question(state["messages"])
    fixed = fixed_replies.of(
        reply, context.resort, context.language, question, _suffix(state)
    )
    record, results = Quotation(), Results([])
    if reply == checks.AGE:
        results = await _results(context)
        record = age_record.quote(question, results, context)
    if reply == ACTION_REQUEST:
        await _results(context)  # reads the day that the guest has named
        cards = cards_and_followups.to_book(question, context)
    else:
        cards = cards_and_followups.of(record.citations, context)["cards"]
    closing_reply = fixed_replies.closing(state, context)
    text = fixed_replies.append(_after(record, fixed.text), closing_reply)
    context.send_replacement(text)
    return {
        "messages": [AIMessage(text, additional_kwargs=_marks(reply))],
        "answer_kind": "care" if reply in CARE else "notice",
        "help": fixed_replies.help_of_both(fixed, closing_reply),
        "sources_used": [citation["category"] for citation in record.citations],
        "citations": record.citations,
        "retrieved_context": results.passages,
        "cards": cards,
        **(_subject(record, state, context) if reply == checks.AGE else {}),
    }


def _after(record: Quotation, reply_text: str) -> str:
    """The reply behind what a record says; each sentence once."""
    later_text = reply_text.replace(f"{record.text} ", "", 1) if record.text else ""
    return f"{record.text} {later_text or reply_text}".strip()


def _subject(
    record: Quotation, state: ConciergeState, context: Context
) -> dict[str, Any]:
    """After a reply about the age, "and to drink?" asks for an age as well."""
    if record.citations:
        return {"subject": context.search.subject(record.citations, {"topic": "age"})}
    return {"subject": {**(state.get("subject") or {}), "topic": "age"}}


async def _results(context: Context) -> Results:
    """None where the search fails: the fixed reply does not depend on it."""
    try:
        return await context.search.results(schedule=False)
    except Exception:
        log.exception("a fixed reply without the records")
        return Results([])


def unstored(
    category: str, question: str, resort: Resort, language: str
) -> tuple[str, list[dict[str, str]]]:
    """The words and helplines for a guest in danger whose message cannot be taken.

    They do not say that staff are alerted: nothing of the message is kept.
    """
    reply = REPLIES[category]
    suffix = "_unstored" if reply == "emergency" else ""
    fixed = fixed_replies.of(reply, resort, language, question, suffix)
    return fixed.text, fixed.help_items


def _marks(reply: str) -> dict[str, Any]:
    """What later turns have to know of this reply."""
    return {**offers.marks(reply), **transcript.reply_mark(reply)}


def _suffix(state: ConciergeState) -> str:
    """Of the reply to a guest who has heard it or has told of the same before."""
    category = state["guardrail"]
    if category == checks.AGE:
        return "_again" if transcript.has_reply(state["messages"], category) else ""
    if category == checks.EMERGENCY:
        count = distress.count_earlier_in_emergency(state)
        return WHILE_IT_GOES_ON[count % 2] if count else ""
    is_trouble = category in distress.TROUBLE
    if is_trouble and distress.is_repeated(state, category):
        return "_again"
    is_asked = category == checks.WORRY and _asks_what_it_is(state)
    return "_asked" if is_asked else ""


def _asks_what_it_is(state: ConciergeState) -> bool:
    """Whether it asks how self-exclusion works, and tells of nobody."""
    words = normalise.folded(transcript.question(state["messages"])).replace("'", " ")
    return bool(_OF_PROGRAMME.search(words)) and not _OF_SOMEBODY.search(words)
