"""Which tools a guest's message asks for by itself, as the router reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from langchain_core.messages import AnyMessage

from apps.concierge.context import Context
from apps.concierge.tools.calculate import further_sums
from apps.concierge.tools.calculate import questions as sums
from apps.concierge.tools.calculate import tool as calculate
from apps.concierge.tools.weather import questions as skies
from apps.concierge.tools.weather import tool as weather
from apps.knowledge.question import parts
from apps.language.calendar import asked_time
from apps.properties import flags


@dataclass(frozen=True)
class ToolRequests:
    """calls: (name, arguments). other_question: what the message asks besides."""

    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    other_question: str = ""


NOTHING = ToolRequests()


def read(
    question: str, context: Context, messages: Sequence[AnyMessage]
) -> ToolRequests:
    """Nothing for most messages, and where the property has no tools.

    messages: of the conversation, for what goes on from the sum before.
    """
    if not flags.is_on(context.flags, "tools"):
        return NOTHING
    question = context.search.plain(question)
    if of_room := _stay_in_room(question, context):
        return of_room
    calls = list(_calls(question, context))
    if not calls:
        further = further_sums.read(question, messages, context.now.date())
        return ToolRequests([(calculate.NAME, further)]) if further else NOTHING
    beside = _beside(question, calls, context) or _weather_for(question, calls, context)
    return ToolRequests(calls, beside)


def _calls(text: str, context: Context) -> Iterator[tuple[str, dict[str, Any]]]:
    today = context.now.date()
    if arguments := sums.read(text, today, partial(_tiers, context)):
        yield calculate.NAME, arguments
        return
    arguments_of_weather = skies.read(text, context.now)
    if arguments_of_weather and not _is_elsewhere(text, context):
        yield weather.NAME, arguments_of_weather


def _stay_in_room(text: str, context: Context) -> ToolRequests | None:
    """What some nights in one room come to, beside the rate that its row says."""
    nights = sums.nights_to_pay(text)
    rooms = {row.item_id: row.title for row in context.search.named(text)}
    if not nights or len(rooms) != 1:
        return None
    [(row, title)] = rooms.items()
    rate = context.search.rate(row)
    if rate is None:
        return None
    stay = {"kind": "stay", "nights": nights, "amount": float(rate), "is_from": True}
    return ToolRequests([(calculate.NAME, stay)], f"What is the rate of the {title}?")


def _tiers(context: Context) -> list[str]:
    return [tier.name for tier in context.search.tiers()]


def _is_elsewhere(text: str, context: Context) -> bool:
    """Whether it asks for the weather of another place; rain "for golf" is here."""
    word = skies.elsewhere(text)
    is_here = word in context.resort.name.lower() or context.search.named(text)
    return bool(word) and not is_here


def _beside(question: str, calls: list[Any], context: Context) -> str:
    """The clauses that ask for no tool, where the others alone ask for the same: a plus
    sign divides a sum as well as a message."""
    clauses = parts.clauses(question, context.language)
    own = [clause for clause in clauses if any(_calls(clause, context))]
    asked_alone = [call for clause in own for call in _calls(clause, context)]
    if asked_alone != calls or len(clauses) > parts.MAX_PIECES:
        return ""
    return parts.without(question, context.language, own)


def _weather_for(question: str, calls: list[Any], context: Context) -> str:
    """What "will it rain on Saturday for golf" asks the records: "golf on Saturday".

    Empty where the weather alone is asked for.
    """
    if [name for name, _ in calls] != [weather.NAME]:
        return ""
    names = [row.words for row in context.search.named(question)]
    words = asked_time.day_words(question.lower())
    return f"{names[0]} {words}?".replace(" ?", "?") if names else ""
