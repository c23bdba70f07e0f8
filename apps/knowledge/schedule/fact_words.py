"""How computed facts are worded: the patterns of each language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cache
from pathlib import Path
from typing import Any

from apps.catalog.hours import formatting, vocabulary
from apps.infrastructure import yaml_files
from apps.knowledge.models import Sentence
from apps.language import times
from apps.language.calendar.asked_time import AskedTime
from apps.language.vocabulary import recorded_values

PATTERNS = Path(__file__).with_name("computed_facts.yaml")


@dataclass(frozen=True)
class Words:
    """The patterns of a language; English for a language without any."""

    language: str
    patterns: dict[str, Any]

    def say(self, pattern: str, **values: str) -> str:
        text = str(self.patterns[pattern]).format(**values)
        return times.one_stop(text)

    def holiday(self, name: str) -> str:
        return str(self.patterns.get("holidays", {}).get(name, name))

    def day(self, asked_for: AskedTime, today: date) -> str:
        """on Wednesday, November 25; today."""
        if asked_for.day == today and not asked_for.holiday:
            return self.say("today")
        day = formatting.say_day(asked_for.day, self.language)
        if asked_for.holiday:
            name = self.holiday(asked_for.holiday)
            day = self.say("holiday", holiday=name, day=day)
        return self.say("on_day", day=day)

    def times(self, times: str, today: date) -> str:
        """for tonight; on Wednesday, November 25, of a day as ISO 8601."""
        if times in self.patterns:
            return self.say(times)
        return self.day(AskedTime(date.fromisoformat(times)), today)

    def time(self, at: time | datetime) -> str:
        return formatting.say_time(at, self.language)

    def recorded(self, text: str) -> str:
        """What staff wrote: in English as it is, else translated or quoted."""
        if self.language == "en":
            return text
        own = recorded_values.translation(text, self.language)
        return own or self.say("quoted", text=text.rstrip("."))

    def value(self, text: str) -> str:
        """What staff wrote, alone: translated, or as it is."""
        return recorded_values.shown(text, self.language)

    def listed(self, parts: list[str]) -> str:
        return vocabulary.listed(parts, vocabulary.of(self.language))


def in_language(
    facts: Callable[[Words], Iterator[Sentence]], language: str
) -> list[Sentence]:
    """The facts in English, each with its text and value in the guest's language."""
    english, words = list(facts(of_language("en"))), of_language(language)
    if words.language == "en":
        return english
    return [
        {**fact, "in_language": own["text"], "value_in_language": own["value"]}
        for fact, own in zip(english, facts(words), strict=True)
    ]


def of_language(language: str) -> Words:
    patterns = _patterns()
    code = language if language in patterns else "en"
    return Words(code, patterns[code])


@cache
def _patterns() -> dict[str, dict[str, Any]]:
    patterns: dict[str, dict[str, Any]] = yaml_files.read(PATTERNS)
    return patterns
