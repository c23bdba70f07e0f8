"""The closed list of facts that are remembered of guests: `fact_kinds.yaml`.

Values are JSON. By type: `name` a string; `dates` {"from", "until"}, ISO days, either
may be null; `clock` "HH:MM"; `count` a whole number; `ages` whole numbers of years;
`choice` one of the kind's choices and `choices` a list of them; `money` {"amount",
"currency", "per"}.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Literal

from apps.infrastructure import patterns, yaml_files

KINDS = Path(__file__).with_suffix(".yaml")
Type = Literal["name", "dates", "clock", "count", "ages", "choice", "choices", "money"]
ENGLISH = "en"
LANGUAGES = (ENGLISH, "es", "fr", "de", "pt", "it")
# Chinese has words for what it reads, and pieces of its own in place of a grammar.
NAMED_IN = (*LANGUAGES, "zh")
# A fact weighs so much after so many days.
DECAYED, DECAY_DAYS = 0.90, 90
FURTHEST_DAYS = 3 * 366
CHILDHOOD_ENDS = 18
CURRENCIES = ("USD", "CAD", "EUR", "GBP", "MXN", "BRL")
PERIODS = ("", "night", "day", "person", "meal", "stay")
MOST_MONEY = 1_000_000
_NAME_PARTS = patterns.compile(r"[ '\u2019-]")
_CLOCK = patterns.compile(r"(?:[01]\d|2[0-3]):[0-5]\d")
LONGEST_NAME, MOST_NAME_PARTS = 40, 4


class WrongValueError(ValueError):
    """No value of the kind; says why in plain words."""


@dataclass(frozen=True)
class Choice:
    """A value of a closed list. words, avoided: by language; see `fact_kinds.yaml`.

    recorded: the words by which the resort's records name it; there may be none.
    """

    key: str
    topic: str
    words: Mapping[str, tuple[str, ...]]
    avoided: Mapping[str, tuple[str, ...]]
    recorded: tuple[str, ...] = ()

    def name(self, language: str) -> str:
        return (self.words.get(language) or self.words[ENGLISH])[0]


@dataclass(frozen=True)
class FactKind:
    """of_visit: the fact ends with the visit that it was told for."""

    key: str
    type: Type
    topic: str
    label: Mapping[str, str]
    staff_label: str
    of_visit: bool = False
    least: int = 1
    most: int = 1
    choices: Mapping[str, Choice] = field(default_factory=dict)
    called: Mapping[str, Sequence[str]] = field(default_factory=dict)
    refused: Sequence[str] = ()
    abusive: Sequence[str] = ()
    alternatives: Sequence[Sequence[str]] = ()
    doubt: Mapping[str, str] = field(default_factory=dict)
    answer: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_list(self) -> bool:
        """Whether a new value joins the earlier ones instead of replacing them."""
        return self.type == "choices"

    def label_in(self, language: str) -> str:
        return self.label.get(language) or self.label[ENGLISH]


@cache
def kinds() -> Mapping[str, FactKind]:
    """All kinds by key, in the order of the file."""
    pages: dict[str, dict[str, Any]] = yaml_files.read(KINDS)
    return {key: _kind(key, page) for key, page in pages.items()}


@cache
def topics() -> tuple[str, ...]:
    """What the planner may ask about, each with at least one kind or choice."""
    every = [kind.topic for kind in kinds().values()]
    every += [own.topic for kind in kinds().values() for own in kind.choices.values()]
    return tuple(dict.fromkeys(every))


def checked(key: str, value: Any, today: date) -> Any:
    """The value as it is stored; raises `WrongValueError` for one that may not be.

    Dates that are over are none, nor are those of a far future.
    """
    kind = kinds().get(key)
    if kind is None:
        raise WrongValueError(f"There is no kind of fact {key!r}.")
    return _CHECKS[kind.type](kind, value, today)


def weight(key: str, value: Any, collected_at: datetime, now: datetime) -> float:
    """From 1, for a new fact, towards 0; 0 for dates that are over."""
    if kinds()[key].type == "dates":
        last = value.get("until") or value.get("from")
        if last and date.fromisoformat(last) < now.date():
            return 0.0
    days = max((now - collected_at) / timedelta(days=1), 0.0)
    return float(DECAYED ** (days / DECAY_DAYS))


def _kind(key: str, page: dict[str, Any]) -> FactKind:
    choices = {
        name: _choice(name, words, page["topic"])
        for name, words in page.get("choices", {}).items()
    }
    plain = {name: page[name] for name in page if name != "choices"}
    return FactKind(key, choices=choices, **plain)


def _choice(key: str, page: dict[str, Any], topic: str) -> Choice:
    words = {code: tuple(page[code]) for code in NAMED_IN if code in page}
    avoided = {code: tuple(foods) for code, foods in page.get("avoided", {}).items()}
    recorded = tuple(page.get("recorded", words.get(ENGLISH, ())))
    return Choice(key, page.get("topic", topic), words, avoided, recorded)


def _checked_name(kind: FactKind, value: Any, _today: date) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise WrongValueError("A name has at most 40 letters.")
    parts = _NAME_PARTS.split(value)
    if len(parts) > MOST_NAME_PARTS or not all(part.isalpha() for part in parts):
        raise WrongValueError("A name has letters, and at most four words.")
    is_abusive = any(part.lower() in kind.abusive for part in parts)
    if value.lower() in kind.refused or is_abusive:
        raise WrongValueError(f"{value!r} is nobody's name.")
    return value


def _checked_dates(_kind: FactKind, value: Any, today: date) -> dict[str, str | None]:
    if not isinstance(value, Mapping) or not {*value} <= {"from", "until"}:
        raise WrongValueError("Dates have the keys 'from' and 'until'.")
    days = {end: _day(value.get(end), today) for end in ("from", "until")}
    if days["from"] and days["until"] and days["until"] < days["from"]:
        raise WrongValueError("A visit does not end before it begins.")
    if not any(days.values()):
        raise WrongValueError("At least one day has to be there.")
    return {end: day.isoformat() if day else None for end, day in days.items()}


def _day(text: Any, today: date) -> date | None:
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except (TypeError, ValueError):
        raise WrongValueError(f"{text!r} is no day.") from None
    if not today <= day <= today + timedelta(days=FURTHEST_DAYS):
        raise WrongValueError(f"{text} is over, or too far away.")
    return day


def _checked_clock(_kind: FactKind, value: Any, _today: date) -> str:
    if not isinstance(value, str) or not _CLOCK.fullmatch(value):
        raise WrongValueError("A time is written as 18:30.")
    return time.fromisoformat(value).strftime("%H:%M")


def _checked_count(kind: FactKind, value: Any, _today: date) -> int:
    if not _is_whole(value) or not kind.least <= value <= kind.most:
        raise WrongValueError(f"It is a number from {kind.least} to {kind.most}.")
    return int(value)


def _checked_ages(_kind: FactKind, value: Any, _today: date) -> list[int]:
    if not isinstance(value, list) or not value:
        raise WrongValueError("Ages are a list of numbers.")
    if not all(_is_whole(age) and 0 <= age < CHILDHOOD_ENDS for age in value):
        raise WrongValueError("Children are from 0 to 17 years old.")
    return sorted(value)


def _checked_choice(kind: FactKind, value: Any, _today: date) -> str:
    if not isinstance(value, str) or value not in kind.choices:
        raise WrongValueError(f"{value!r} is no choice of {kind.key}.")
    return value


def _checked_choices(kind: FactKind, value: Any, today: date) -> list[str]:
    if not isinstance(value, list) or not value:
        raise WrongValueError("Choices are a list.")
    chosen = [_checked_choice(kind, choice, today) for choice in value]
    return list(dict.fromkeys(chosen))


def _checked_money(_kind: FactKind, value: Any, _today: date) -> dict[str, Any]:
    if not isinstance(value, Mapping) or {*value} != {"amount", "currency", "per"}:
        raise WrongValueError("Money has an amount, a currency and a period.")
    if not _is_whole(value["amount"]) or not 1 <= value["amount"] <= MOST_MONEY:
        raise WrongValueError("The amount is a whole number.")
    if value["currency"] not in CURRENCIES or value["per"] not in PERIODS:
        raise WrongValueError("The currency or the period is unknown.")
    return dict(value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_CHECKS: Mapping[Type, Callable[[FactKind, Any, date], Any]] = {
    "name": _checked_name,
    "dates": _checked_dates,
    "clock": _checked_clock,
    "count": _checked_count,
    "ages": _checked_ages,
    "choice": _checked_choice,
    "choices": _checked_choices,
    "money": _checked_money,
}
