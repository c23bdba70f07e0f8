"""Which kind of question it is: the local classifier first, a model when unsure."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from apps.catalog.models import Item
from apps.concierge import booking_parts, bookings, transcript
from apps.concierge.answer import likely_danger, memory_replies
from apps.concierge.context import Context
from apps.concierge.guardrails import checks, distress, temptation
from apps.concierge.routing import (
    gambling_advice,
    intent,
    misreadings,
    needs_beside,
    offers,
    records_chance,
    wishes_to_book,
)
from apps.concierge.state import ConciergeState
from apps.concierge.tools import requests
from apps.knowledge.comparison import comparisons
from apps.knowledge.search import missing_facts

# Messages of the conversation that a model is shown besides the question.
EARLIER_TEXTS = 4
# Of these is what says more than facts of the guest; "we are 6 people" says no more.
ANSWERED_FIRST = frozenset({"complaint", "lost_property", "gambling_advice"})
LEAST_WORDS_OF_MORE = 4


async def router(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context = runtime.context
    route = await _ordinary_route(state, context)
    if context.telling.is_of_mourning:
        route |= distress.record_mourning(state)
    return await likely_danger.route(route, state, context)


async def _ordinary_route(state: ConciergeState, context: Context) -> dict[str, Any]:
    question = transcript.question(state["messages"])
    if wish := offers.accepted(state["messages"]):
        earlier = transcript.earlier_texts(state["messages"], context.limits.history)
        # The offer and the wish itself are no longer what came before.
        context.search.start(wish, earlier[2:], state.get("subject"))
        return _routed("property_qa", 1.0)
    if route := await _without_records(question, state, context):
        return route
    if await needs_beside.choose(question, state, context):
        return _routed("property_qa", 1.0)
    if other_questions := await gambling_advice.without(question, context):
        earlier = transcript.earlier_texts(state["messages"], context.limits.history)
        context.search.start(other_questions, earlier, state.get("subject"))
        route = await _route(other_questions, state, context)
        return {**route, "closing_reply": intent.GAMBLING_ADVICE}
    route = await _route(question, state, context)
    return await _with_records(route, question, state, context)


async def _with_records(
    route: dict[str, Any], question: str, state: ConciergeState, context: Context
) -> dict[str, Any]:
    """Where the records help with what has a fixed reply, that stands behind them."""
    query_type, confidence, reply = route["query_type"], route["router_confidence"], ""
    if query_type == misreadings.REPLY and await misreadings.knows_lost_property(
        context
    ):
        route, reply = _routed("property_qa", confidence), misreadings.REPLY
    elif await wishes_to_book.are_answered(query_type, question, state, context):
        route, reply = _routed("hours_schedule", confidence), wishes_to_book.REPLY
    return {**route, "closing_reply": reply} if reply else route


async def _without_records(
    question: str, state: ConciergeState, context: Context
) -> dict[str, Any]:
    """Of what no record of the resort answers, whatever it says; usually empty."""
    if await misreadings.asks_cancellation_terms(question, context):
        return _routed("property_qa", 1.0)
    expected = bookings.expected(state["messages"])
    await context.bookings.read(question, await context.search.vector())
    own, other_questions = booking_parts.divide(question, expected, context)
    if await bookings.are_meant(own, state["messages"], context.bookings):
        return await _of_bookings(own, other_questions, state, context)
    if reply := offers.acknowledgement(state):
        return _routed(reply, 1.0)
    if route := await _by_words(question, state, context):
        return route
    asks_diet = context.telling.is_need_asked
    if not asks_diet and await context.bookings.are_likely_meant(own):
        return await _of_bookings(own, other_questions, state, context)
    return {}


async def _by_words(
    question: str, state: ConciergeState, context: Context
) -> dict[str, Any]:
    """What words alone decide, besides bookings; usually empty."""
    if await misreadings.is_of_other_resort(question, context):
        return {**_routed("off_topic", 1.0), "guardrail": "competitor"}
    if person := checks.call_for_person(question):
        return {**_routed("off_topic", 1.0), "guardrail": person}
    if temptation.is_wanted(state, question):
        return {**_routed("off_topic", 1.0), "guardrail": temptation.TEMPTATION}
    if memory_replies.is_asked_for(question, context):
        return _routed("memory", 1.0)
    return _for_tools(question, state, context)


async def _of_bookings(
    own: str, other_questions: str, state: ConciergeState, context: Context
) -> dict[str, Any]:
    """other_questions: what is asked of the records besides; usually empty."""
    if other_questions:
        earlier = transcript.earlier_texts(state["messages"], context.limits.history)
        context.search.start(other_questions, earlier, state.get("subject"))
    elif not (other_questions := await booking_parts.rule_of_stay(own, context)):
        return _routed("bookings", 1.0)
    elif booking_parts.asks_for_price(own, context):
        return _routed("property_qa", 1.0)
    questions = {"booking_question": own, "other_question": other_questions}
    return {**_routed("bookings", 1.0), **questions}


def _for_tools(
    question: str, state: ConciergeState, context: Context
) -> dict[str, Any]:
    """Of what a tool works out; what is asked besides, the records are asked."""
    asked_tools = requests.read(question, context, state["messages"])
    if not asked_tools.calls:
        return {}
    route = {**_routed("property_qa", 1.0), "wanted_tools": asked_tools.calls}
    other_question = asked_tools.other_question
    if not other_question or not booking_parts.is_question(other_question):
        return route
    earlier = transcript.earlier_texts(state["messages"], context.limits.history)
    context.search.start(other_question, earlier, state.get("subject"))
    return {**route, "beside_tools": other_question}


async def _route(
    question: str, state: ConciergeState, context: Context
) -> dict[str, Any]:
    plain = context.search.plain(question)
    local = intent.classify(plain, await context.search.vector())
    if _only_tells(plain, local, context):
        return _routed("telling", 1.0)
    has_reply = local.category not in intent.SEARCHED
    is_misread = misreadings.asks_records(plain, local.category, context)
    if is_misread or (has_reply and await _is_for_records(plain, local, context)):
        return _routed("property_qa", max(local.confidence, intent.UNSURE))
    if local.confidence >= context.limits.sure_confidence:
        return _routed(local.category, local.confidence)
    model = context.model("router")
    if model is None:
        return _routed(*intent.without_model(local))
    conversation = transcript.earlier_texts(state["messages"], EARLIER_TEXTS)[::-1]
    output = await intent.ask_model(model, question, conversation)
    if output is None:
        return _routed("property_qa", intent.UNSURE)
    return _routed(output.query_type, output.confidence)


def _only_tells(plain: str, local: intent.Intent, context: Context) -> bool:
    """Whether there is nothing to look up, and no reply but thanks that is called for.

    What names a row is about the row, and a complaint that tells whose birthday was
    spoilt stays one.
    """
    telling = context.telling
    if telling.is_of_loss:
        return True
    is_more = telling.words_besides >= LEAST_WORDS_OF_MORE
    if not telling.asks_nothing or (is_more and local.category in ANSWERED_FIRST):
        return False
    return not context.search.named(plain)


async def _is_for_records(plain: str, local: intent.Intent, context: Context) -> bool:
    """Whether the message and what the search finds speak for the records. The search
    is not awaited where the message alone is clear and compares nothing."""
    is_certain = records_chance.is_certain(local.confidence)
    if is_certain and not comparisons.are_worded(plain):
        return False
    reading = (await context.search.results(schedule=False)).reading
    # A question that staff have stored may ask for what no casino may answer.
    if reading.get("is_phrased") and local.is_gambling_advice:
        return False
    if kind := reading.get("compared"):  # "compare the rooms for me" is no order
        return not (local.is_gambling_advice and kind == Item.Kind.GAMING)
    # "The number to call" sounds like a wish to book.
    if reading.get("missing", {}).get("what") in missing_facts.NUMBERS:
        return True
    exact = reading.get("exact", 0.0)
    return not is_certain and records_chance.is_likely(local.searched_chance, exact)


def _routed(category: str, confidence: float) -> dict[str, Any]:
    return {"query_type": category, "router_confidence": round(confidence, 3)}
