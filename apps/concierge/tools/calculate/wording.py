"""Says what was worked out, in English and in the guest's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

from apps.catalog.hours import formatting
from apps.infrastructure import yaml_files

PATTERNS = Path(__file__).with_name("sentences.yaml")
ENGLISH = "en"
# Digits behind the point of a plain number.
MOST_PLACES = 6


@dataclass(frozen=True)
class Words:
    """The patterns of a language; English for a language without any."""

    language: str

    def say(self, pattern: str, **values: object) -> str:
        texts = _patterns()[pattern]
        return texts.get(self.language, texts[ENGLISH]).format(**values)

    def nights(self, count: int) -> str:
        return self.say("one_night" if count == 1 else "some_nights", count=count)

    def day(self, day: date) -> str:
        return formatting.say_day(day, self.language)


def is_spoken(language: str) -> bool:
    return language in _patterns()["expression"]


def money(amount: Decimal) -> str:
    """$1,234.50; cents only where there are some."""
    return f"${amount:,.0f}" if amount == int(amount) else f"${amount:,.2f}"


def number(value: Decimal) -> str:
    """1,234.5; at most six digits behind the point."""
    text = f"{round(value, MOST_PLACES):,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def shown(expression: str) -> str:
    """With signs that are no markup."""
    return " ".join(expression.replace("*", "×").replace("/", "÷").split())  # noqa: RUF001 - the sign


@cache
def _patterns() -> Mapping[str, dict[str, str]]:
    patterns: dict[str, dict[str, str]] = yaml_files.read(PATTERNS)
    return patterns
