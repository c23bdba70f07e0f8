"""A model reads what code did not: the second source of facts, where there is one.

Its values pass the same checks as those of code, and their words must stand in the
message. It sees nothing that was remembered before.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from langchain_core.messages import HumanMessage
from pydantic import BaseModel, Field

from apps.concierge import prompts
from apps.guests import fact_kinds
from apps.guests.extraction import budgets
from apps.guests.extraction.claims import THRESHOLD
from apps.guests.extraction.findings import FoundFact, Reading
from apps.llm.chat import ChatModel
from apps.llm.failures import ModelUnavailable

log = logging.getLogger(__name__)
MONEY_PARTS = 3


class ExtractedFact(BaseModel):
    """value: as the prompt asks for it to be written."""

    key: str
    value: str
    quote: str
    confidence: float = Field(ge=0.0, le=1.0)


class ExtractorOutput(BaseModel):
    """A model's reading of one message."""

    facts: list[ExtractedFact] = Field(default_factory=list)


async def completed(
    reading: Reading, model: ChatModel | None, message: str, now: datetime
) -> Reading:
    """The reading of code, with the facts of other keys that the model adds.

    Without a model, and when it fails, that of code alone.
    """
    if model is None or not message.strip():
        return reading
    prompt = prompts.render(
        "extractor",
        kinds=_described(),
        today=f"{now:%A}, {now.date()}",
        message=prompts.escaped(message),
    )
    try:
        output = await model.structured([HumanMessage(prompt.text)], ExtractorOutput)
    except ModelUnavailable as error:
        log.info("no facts by a model this time: %s", error)
        return reading
    added = accepted(output.facts, reading, message, now.date())
    return Reading((*reading.facts, *added), reading.taken_back, reading.contradictions)


def _described() -> str:
    return "\n".join(
        f"- {kind.key} ({kind.type})"
        + (f": {', '.join(kind.choices)}" if kind.choices else "")
        for kind in fact_kinds.kinds().values()
    )


def accepted(
    extracted: Sequence[ExtractedFact], reading: Reading, message: str, today: date
) -> Iterator[FoundFact]:
    """The facts that pass the same checks as those of code, in the guest's own words.

    Code decides on the keys that it has read; of the others, the first counts.
    """
    read = {
        *(fact.key for fact in (*reading.facts, *reading.taken_back)),
        *(contradiction.key for contradiction in reading.contradictions),
    }
    for fact in extracted:
        if fact.key in read or not _is_quoted(fact, message):
            continue
        if fact.key == "budget" and _is_of_card(fact, message):
            continue
        try:
            value = fact_kinds.checked(fact.key, _parsed(fact.key, fact.value), today)
        except (ValueError, KeyError) as error:
            log.info("refused a fact by a model: %s", type(error).__name__)
            continue
        read.add(fact.key)
        yield FoundFact(fact.key, value, fact.quote, fact.confidence)


def _is_quoted(fact: ExtractedFact, message: str) -> bool:
    """Whether the guest's own words say it, and no question does."""
    quote = fact.quote.strip()
    is_question = "?" in quote
    return bool(
        fact.confidence >= THRESHOLD and quote and not is_question and quote in message
    )


def _is_of_card(fact: ExtractedFact, message: str) -> bool:
    quote = fact.quote.strip()
    start = message.find(quote)
    return budgets.holds_card(message, start, start + len(quote))


def _parsed(key: str, text: str) -> Any:
    """Raises ValueError or KeyError for what is no value of the key."""
    return _PARSERS[fact_kinds.kinds()[key].type](text.strip())


def _count(text: str) -> int:
    return int(text)


def _ages(text: str) -> list[int]:
    return [int(age) for age in text.split(",")]


def _choices(text: str) -> list[str]:
    return [choice.strip() for choice in text.split(",") if choice.strip()]


def _dates(text: str) -> dict[str, str | None]:
    first, _, last = text.partition("/")
    return {"from": first.strip() or None, "until": last.strip() or None}


def _money(text: str) -> dict[str, Any]:
    amount, currency, *period = text.split(" ", MONEY_PARTS - 1)
    per = period[0] if period else ""
    return {"amount": int(amount), "currency": currency, "per": per}


_PARSERS: Mapping[fact_kinds.Type, Callable[[str], Any]] = {
    "name": str,
    "dates": _dates,
    "clock": str,
    "count": _count,
    "ages": _ages,
    "choice": str,
    "choices": _choices,
    "money": _money,
}
