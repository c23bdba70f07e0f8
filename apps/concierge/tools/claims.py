"""Checks of an answer that need no model: figures, promises and advice."""

from __future__ import annotations

import re
from collections.abc import Iterable

CLOCK = re.compile(r"\b(\d{1,2})(?::(\d{2}))?\s*([ap])\.?\s?m\b\.?", re.IGNORECASE)
CLOCK_24 = re.compile(r"\b([01]?\d|2[0-3]):([0-5]\d)\b(?!\s*[ap]\.?m)", re.IGNORECASE)
FIGURE = re.compile(r"\$?\d[\d,.]*\d|\$?\d")
MARK = re.compile(r"\[\d{1,2}\]")
LIST_NUMBER = re.compile(r"^\s*\d{1,2}[.)]\s", re.MULTILINE)
DONE_FOR_YOU = re.compile(
    r"\b(i|we)(?:'ve| have| just)?\s+(?:already\s+|just\s+)?"
    r"(booked|reserved|cancelled|canceled|ordered|confirmed|held|charged|paid)\b"
    r"|\byour (table|room|booking|reservation|order) (is|has been) "
    r"(booked|confirmed|reserved|held|cancelled|placed)\b",
    re.IGNORECASE,
)
BETTING = re.compile(
    r"\b(best odds|house edge|betting strategy|card count\w*|due to (pay|hit)|"
    r"loose(st)? slots?|increase your (chances|odds)|double down on|always bet)\b",
    re.IGNORECASE,
)


def figures(text: str) -> set[str]:
    """Every checkable number of a text in one spelling: clock times, prices, counts."""
    text = LIST_NUMBER.sub(" ", MARK.sub(" ", text))
    times = {_clock(hour, minute, half) for hour, minute, half in CLOCK.findall(text)}
    text = CLOCK.sub(" ", text)
    times |= {f"{int(hour):02d}:{minute}" for hour, minute in CLOCK_24.findall(text)}
    text = CLOCK_24.sub(" ", text)
    numbers = {found.replace(",", "").strip("$.") for found in FIGURE.findall(text)}
    return times | {number.removesuffix(".00") for number in numbers}


def unfounded(answer: str, grounds: Iterable[str]) -> set[str]:
    """Figures of the answer that stand in none of the grounds."""
    claimed = figures(answer)
    for text in grounds:
        if not claimed:
            break  # most answers claim little, and the grounds are long
        claimed -= figures(text)
    return claimed


def claims_an_action(answer: str) -> bool:
    """Whether the answer says that something was booked, changed or paid."""
    return bool(DONE_FOR_YOU.search(answer))


def advises_betting(answer: str) -> bool:
    return bool(BETTING.search(answer))


def _clock(hour: str, minute: str, half: str) -> str:
    hours = int(hour) % 12 + (12 if half.lower() == "p" else 0)
    return f"{hours:02d}:{minute or '00'}"
