"""What a guest needs of a place, as far as records can show that it suits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apps.concierge.guest_memory import GuestMemory, Telling
from apps.guests import fact_kinds, unstored_diets
from apps.guests.extraction.diet_words import DIET
from apps.knowledge.search.known_guest import KnownGuest
from apps.knowledge.search.preferences import CHILDHOOD_ENDS

# Facts that are choices, which records name in words of their own.
NEEDS = ("accessibility", DIET, "cuisines")
DOLLARS = "USD"


def known_guest(memory: GuestMemory, telling: Telling) -> KnownGuest:
    """What is remembered and still holds, as far as records can show that it suits.

    telling: of the message; its needs come before what is remembered of the same.
    """
    facts = memory.facts(fact_kinds.ENGLISH)
    values = {fact.key: fact.value for fact in facts if fact.is_current}
    for need in telling.needs:
        values[need.key] = [*dict.fromkeys([*values.get(need.key, ()), *need.value])]
    return KnownGuest(
        needs={key: _needs(key, values[key]) for key in NEEDS if key in values},
        avoided=_avoided(values.get(DIET, ())),
        people=values.get("party_size", 0),
        rooms=values.get("rooms", 1),
        youngest=_youngest(values),
        nightly_budget=_nightly_budget(values),
        tells_need=bool(telling.needs),
    )


def _needs(key: str, chosen: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The wordings of records for each choice; none for what they never name."""
    choices = fact_kinds.kinds()[key].choices
    named = {each: choices.get(each) or unstored_diets.get(each) for each in chosen}
    return {each: choice.recorded for each, choice in named.items() if choice}


def _avoided(chosen: Sequence[str]) -> tuple[str, ...]:
    """What records call the food that these diets leave out."""
    choices = fact_kinds.kinds()[DIET].choices
    foods = (choices[each].avoided for each in chosen if each in choices)
    return tuple(word for own in foods for word in own.get(fact_kinds.ENGLISH, ()))


def _youngest(values: Mapping[str, Any]) -> int | None:
    """In years; None where no children come along."""
    if values.get("children") == 0:
        return None
    if ages := values.get("children_ages"):
        return int(min(ages))
    return CHILDHOOD_ENDS - 1 if values.get("children") else None


def _nightly_budget(values: Mapping[str, Any]) -> int:
    """In whole US dollars; 0 where the guest named no amount for a night."""
    budget = values.get("budget")
    if not budget or budget["currency"] != DOLLARS:
        return 0
    if budget["per"] == "stay" and values.get("nights"):
        return int(budget["amount"]) // int(values["nights"])
    return int(budget["amount"]) if budget["per"] == "night" else 0
