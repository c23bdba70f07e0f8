"""The guest's words for a fact as they are stored: those of `evidence` alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from apps.guests import evidence, fact_kinds
from apps.guests.extraction.findings import FoundFact
from apps.guests.models import GuestFact


def fields_of_new(
    finding: FoundFact, live: GuestFact | None, value: Any, turn_id: UUID
) -> dict[str, Any]:
    """The fields of a row for what is told now; value: with what was live before."""
    if not fact_kinds.kinds()[finding.key].is_list:
        words = evidence.of(finding.key, finding.value, finding.quote)
        return {"quote": words, "choice_quotes": {}}
    own = {
        choice: evidence.of(
            finding.key, choice, finding.choice_quotes.get(choice, finding.quote)
        )
        for choice in finding.value
    }
    latest = {
        choice: {"words": words, "turn_id": str(turn_id)}
        for choice, words in own.items()
    }
    earlier = live.choice_quotes if live else {}
    return {
        "quote": next(iter(own.values()), ""),
        "choice_quotes": _of_choices({**earlier, **latest}, value),
    }


def fields_of_remainder(live: GuestFact, value: Any) -> dict[str, Any]:
    """The same for what is left of a live fact after a part of it is taken back."""
    return {
        "quote": live.quote,
        "choice_quotes": _of_choices(live.choice_quotes, value or ()),
    }


def _of_choices(
    choice_quotes: Mapping[str, Any], value: Collection[str]
) -> dict[str, Any]:
    """Without those of choices that are no longer in the list."""
    return {name: row for name, row in choice_quotes.items() if name in value}


def without_deleted(
    fact: GuestFact, value: Collection[str]
) -> tuple[str, dict[str, Any]]:
    """The quote and the words for each choice, without the choices that are deleted."""
    left = _of_choices(fact.choice_quotes, value)
    return next(iter(words(left).values()), ""), left


def words(choice_quotes: Mapping[str, Any]) -> dict[str, str]:
    """The words for each choice."""
    return {choice: source["words"] for choice, source in choice_quotes.items()}


def is_told_in(fact: GuestFact, turns: Collection[UUID]) -> bool:
    """Whether all of a fact, each choice of a list too, was told in these turns."""
    sources = [UUID(row["turn_id"]) for row in fact.choice_quotes.values()]
    return all(turn in turns for turn in (fact.turn_id, *sources))
