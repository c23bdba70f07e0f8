"""Sentences that no concierge may say: promises it cannot keep, advice on gambling."""

from __future__ import annotations

import re

DONE_FOR_YOU = re.compile(
    r"\b(i|we)(?:'ve| have| just)?\s+(?:already\s+|just\s+)?"
    r"(booked|reserved|cancelled|canceled|ordered|confirmed|held|charged|paid)\b"
    r"|\byour (table|room|booking|reservation|order) (is|has been) "
    r"(booked|confirmed|reserved|held|cancelled|placed)\b",
    re.IGNORECASE,
)
# Without one of these the long pattern need not be tried, piece after piece.
VERBS = re.compile(
    r"(booked|reserved|cance|ordered|confirmed|held|charged|paid|placed)", re.IGNORECASE
)
BETTING = re.compile(
    r"\b(best odds|house edge|betting strategy|card count\w*|due to (pay|hit)|"
    r"loose(st)? slots?|increase your (chances|odds)|double down on|always bet)\b",
    re.IGNORECASE,
)


def claims_an_action(answer: str) -> bool:
    """Whether the answer says that something was booked, changed or paid."""
    return bool(VERBS.search(answer) and DONE_FOR_YOU.search(answer))


def advises_betting(answer: str) -> bool:
    return bool(BETTING.search(answer))
