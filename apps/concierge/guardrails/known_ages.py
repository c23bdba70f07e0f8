"""The ages that a conversation knows: of the guest, and of whoever is with them.

They are kept as numbers in the state of the thread and forgotten with it. Only the gate
writes them; a later age takes the place of an earlier one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apps.concierge.guardrails import ages
from apps.concierge.guardrails.thresholds import OF_KNOWN_COMPANY, OF_KNOWN_MINOR

OWN, COMPANY = "own", "company"
RULE = "known age"


def change(state: Mapping[str, Any], question: str) -> dict[str, Any]:
    """The change of the state after one more message; empty for none."""
    stored_ages = _stored_ages(state)
    earlier_ages = {} if ages.is_withdrawn(question) else stored_ages
    latest_ages = {**earlier_ages, **_ages_in(question)}
    return {"ages": latest_ages} if latest_ages != stored_ages else {}


def implied(state: Mapping[str, Any], question: str, year: int) -> dict[str, Any]:
    """The change of the state by what a message implies: "I was born in 2009".

    It holds before the message is judged, whose words name no age. year: of today.
    """
    own, company = ages.implied(question, year)
    new_ages = _latest(own, company)
    return {"ages": {**_stored_ages(state), **new_ages}} if new_ages else {}


def is_minor(state: Mapping[str, Any]) -> bool:
    """Whether the guest is too young, by what they told last."""
    return _stored_ages(state).get(OWN, ages.ADULT) < ages.ADULT


def is_child(state: Mapping[str, Any]) -> bool:
    """Whether the guest is under `ages.CHILDHOOD_ENDS`, by what they told last."""
    return _stored_ages(state).get(OWN, ages.ADULT) < ages.CHILDHOOD_ENDS


def is_of_company(state: Mapping[str, Any], question: str) -> bool:
    """Whether a question is about somebody who is too young, as the guest has told."""
    is_young = _stored_ages(state).get(COMPANY, ages.ADULT) < ages.ADULT
    return is_young and ages.are_of_company(question)


def beside_from(state: Mapping[str, Any], question: str) -> float:
    """The least chance from which the rule stands beside the answer."""
    if ages.speak_of_company(question):
        return 0.0
    return OF_KNOWN_MINOR if is_minor(state) else OF_KNOWN_COMPANY


def beside(question: str, state: Mapping[str, Any], language: str) -> str:
    """The question behind what was told before of somebody too young; else empty."""
    if ages.is_withdrawn(question):
        return ""
    new_ages = _ages_in(question)
    words = "".join(
        ages.beside(kind, age, language)
        for kind, age in sorted(_stored_ages(state).items())
        if age < ages.ADULT and kind not in new_ages
    )
    return f"{words}{question}" if words else ""


def _stored_ages(state: Mapping[str, Any]) -> dict[str, int]:
    return dict(state.get("ages") or {})


def _ages_in(question: str) -> dict[str, int]:
    """The last own age, and the lowest one of the company."""
    return _latest(*ages.read(question))


def _latest(own: Sequence[int], company: Sequence[int]) -> dict[str, int]:
    own_age = {OWN: own[-1]} if own else {}
    return {**own_age, **({COMPANY: min(company)} if company else {})}
