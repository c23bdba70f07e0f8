"""The tool `calculate`: which sum is meant, and its result as a passage."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field

from apps.concierge import replies
from apps.concierge.context import Context
from apps.concierge.tools import passages
from apps.concierge.tools.calculate import functions, sandbox, wording
from apps.concierge.tools.calculate.expression import NotArithmetic
from apps.concierge.tools.calculate.wording import Words, money, number
from apps.concierge.tools.declarations import Arguments, Refused, Result, Tool
from apps.knowledge.comparison.tier_thresholds import Tier

NAME = "calculate"
Kind = Literal[
    "expression",
    "split",
    "percent",
    "increase",
    "discount",
    "stay",
    "nights",
    "tier_points",
]
DESCRIPTION = (
    "Work out a sum exactly; never do it in your head. Kinds: expression (plain "
    "arithmetic), split (a bill among people, with a tip), percent (so many percent of "
    "an amount), increase (an amount plus so many percent), discount (an amount less "
    "so many percent), nights (between two days), stay (nights at a rate), tier_points "
    "(how many points a guest still needs for a tier of the loyalty program)."
)
SECONDS = 4.0
# Of a result that is no money.
PLACES = Decimal(10) ** -wording.MOST_PLACES


class Calculation(Arguments):
    """The fields that a kind does not need stay empty."""

    kind: Kind
    expression: str = Field("", description="For expression: (3 + 4) * 12.50")
    amount: float = Field(0, description="The bill, the rate of a night, or of what")
    people: int = Field(
        0, description="For split; for percent and increase, to divide the result"
    )
    percent: float = Field(0, description="The tip of split, or the percent")
    is_plain: bool = Field(
        False, description="For percent, increase, discount: the amount is no money"
    )
    arrival: str = Field("", description="For nights and stay: 2026-12-24")
    departure: str = Field("", description="For nights and stay: 2026-12-27")
    nights: int = Field(0, description="For stay, where no days are named")
    rooms: int = Field(1, description="For stay")
    is_from: bool = Field(False, description="For stay: rates begin at the amount")
    points: float = Field(0, description="For tier_points: what the guest has")
    tier: str = Field(
        "", description="For tier_points: its name; empty is the next one"
    )


# The result alone, empty where the sentence is the result; and the sentence.
Worked = tuple[str, Callable[[Words], str]]


async def run(arguments: Calculation, context: Context) -> Result:
    """Raises Refused for what cannot be worked out."""
    try:
        value, sentence = await _worked(arguments, context)
    except (NotArithmetic, ValueError) as error:
        reason = f"It cannot be worked out: {error}."
        raise Refused(reason, lacks="such_sum") from error
    language = context.language
    is_spoken = language != wording.ENGLISH and wording.is_spoken(language)
    own_words = sentence(Words(language)) if is_spoken else ""
    name = replies.say("calculation", language)
    label = replies.say("result", language)
    text = sentence(Words(wording.ENGLISH))
    fact = passages.line("result", label, value or own_words or text, text, own_words)
    source = replies.say("calculated", language)
    return Result([passages.passage(passages.CALCULATION, name, [fact], source=source)])


TOOL = Tool(NAME, DESCRIPTION, Calculation, run, SECONDS)


async def _worked(own: Calculation, context: Context) -> Worked:
    if min(own.amount, own.people, own.percent) < 0:
        raise Refused("No amount may be negative.", lacks="positive_figures")
    if own.kind == "expression":
        value = await asyncio.to_thread(sandbox.evaluate, own.expression)
        return _expression(own.expression, value)
    if own.kind == "tier_points":
        return _tier_points(own, context)
    return _OF_FIGURES[own.kind](own)


def _expression(expression: str, value: Decimal) -> Worked:
    result_text, shown = number(value), wording.shown(expression)
    return result_text, lambda words: words.say(
        "expression", expression=shown, value=result_text
    )


def _split(own: Calculation) -> Worked:
    if not own.amount:
        raise Refused("Ask for the amount and the people.", lacks="bill_figures")
    bill, tip = _decimal(own.amount), _decimal(own.percent)
    share = functions.split(bill, own.people, tip)
    pattern = "split_with_tip" if tip else "split"
    values = {
        "bill": money(bill),
        "people": own.people,
        "tip": number(tip),
        "total": money(share.total),
        "each": money(share.each),
    }

    def sentence(words: Words) -> str:
        text = words.say(pattern, **values)
        return f"{text} {words.say('rounded')}" if share.is_rounded else text

    return money(share.each), sentence


def _percent(own: Calculation) -> Worked:
    return _share_of_amount(own, _decimal(own.percent))


def _increase(own: Calculation) -> Worked:
    return _share_of_amount(own, functions.MOST_OF_WHOLE + _decimal(own.percent))


def _share_of_amount(own: Calculation, share_percent: Decimal) -> Worked:
    percent, amount = _decimal(own.percent), _decimal(own.amount)
    say, places = (number, PLACES) if own.is_plain else (money, functions.CENT)
    share = functions.percentage_among(share_percent, amount, own.people or 1, places)
    total, each = say(share.total), say(share.each)
    values = {"percent": number(percent), "amount": say(amount), "result": total}

    def sentence(words: Words) -> str:
        texts = [words.say(own.kind, **values)]
        if own.people:
            texts.append(words.say("divided", people=own.people, each=each))
        if share.is_rounded and not own.is_plain:
            texts.append(words.say("rounded"))
        return " ".join(texts)

    return each, sentence


def _discount(own: Calculation) -> Worked:
    percent, amount = _decimal(own.percent), _decimal(own.amount)
    say, places = (number, PLACES) if own.is_plain else (money, functions.CENT)
    reduced = functions.discounted(percent, amount, places)
    values = {
        "percent": number(percent),
        "amount": say(amount),
        "reduced": say(reduced),
    }
    saved = say(amount - reduced)
    return say(reduced), lambda words: words.say("discount", saved=saved, **values)


def _nights(own: Calculation) -> Worked:
    arrival, departure = _day(own.arrival), _day(own.departure)
    count = functions.nights(arrival, departure)

    def sentence(words: Words) -> str:
        days = {"arrival": words.day(arrival), "departure": words.day(departure)}
        return words.say("nights", nights=words.nights(count), **days)

    return "", sentence


def _stay(own: Calculation) -> Worked:
    count = own.nights or functions.nights(_day(own.arrival), _day(own.departure))
    rate = _decimal(own.amount)
    total = money(functions.stay(count, rate, own.rooms))
    pattern = "stay" if own.rooms == 1 else "stay_in_rooms"
    pattern = "stay_from" if own.is_from else pattern
    values = {"rate": money(rate), "total": total, "rooms": own.rooms}
    return total, lambda words: words.say(pattern, nights=words.nights(count), **values)


def _tier_points(own: Calculation, context: Context) -> Worked:
    """By the threshold that the records name."""
    owned = _decimal(own.points)
    tier = _tier(own.tier.lower().strip(), owned, context.search.tiers())
    missing = functions.points_to(tier.threshold, owned)
    values = {
        "tier": tier.name,
        "threshold": f"{tier.threshold:,} {tier.unit}",
        "owned": number(owned),
        "missing": number(missing),
    }
    pattern = "points" if missing else "points_reached"
    result_text = f"{number(missing)} {tier.unit}"
    return result_text, lambda words: words.say(pattern, **values)


def _tier(name: str, owned: Decimal, tiers: Sequence[Tier]) -> Tier:
    """Without a name the first that is not reached; the highest where all are.

    Raises NotArithmetic where the records name none, or tiers of several programs.
    """
    if not name and len({tier.row for tier in tiers}) == 1:
        in_order = sorted(tiers, key=lambda tier: tier.threshold)
        ahead = [tier for tier in in_order if tier.threshold > owned]
        return (ahead or in_order[-1:])[0]
    for tier in tiers:
        if tier.name.lower() == name:
            return tier
    raise NotArithmetic("the records name no such tier with a number of points")


def _decimal(value: float) -> Decimal:
    return Decimal(str(value))


def _day(text: str) -> date:
    return date.fromisoformat(text.strip())


_OF_FIGURES: dict[Kind, Callable[[Calculation], Worked]] = {
    "split": _split,
    "percent": _percent,
    "increase": _increase,
    "discount": _discount,
    "nights": _nights,
    "stay": _stay,
}
