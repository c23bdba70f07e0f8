"""Says a forecast, in English and in the guest's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from apps.catalog.hours import formatting, vocabulary
from apps.concierge.forecast import Day, Forecast, Hour
from apps.concierge.tools.weather.figures import Figures
from apps.infrastructure import yaml_files
from apps.language import times

PATTERNS = Path(__file__).with_name("sentences.yaml")
ENGLISH = "en"
# Chances of rain, in percent, from which it is likely, or possible.
LIKELY_FROM, POSSIBLE_FROM = 60, 30
SNOW = frozenset({71, 73, 75, 77, 85, 86})


@dataclass(frozen=True)
class Words:
    """The patterns of a language; English for a language without any."""

    language: str

    def say(self, pattern: str, **values: object) -> str:
        return self._of(_patterns()[pattern]).format(**values)

    def sky(self, code: int) -> str:
        patterns = _patterns()
        return self._of(patterns["codes"].get(code) or patterns["other_sky"])

    def when(self, day: date, today: date) -> str:
        """on Saturday, November 28; today."""
        if day == today:
            return self.say("today")
        return self.say("on_day", day=formatting.say_day(day, self.language))

    def time(self, at: datetime) -> str:
        return formatting.say_time(at, self.language)

    def _of(self, texts: Mapping[str, str]) -> str:
        return texts.get(self.language, texts[ENGLISH])


def is_spoken(language: str) -> bool:
    return language in _patterns()["label"]


def of_day(own: Day, today: date, words: Words) -> str:
    """Whether it rains, then the rest; of a day that is over, how it was."""
    when, sky = words.when(own.day, today), words.sky(own.code)
    low, high = degrees(own.low), degrees(own.high)
    if own.day < today:
        when = f"{when[:1].upper()}{when[1:]}"
        rain = f"{own.rain_inches:.2f}"
        return words.say("day_over", when=when, sky=sky, low=low, high=high, rain=rain)
    wind = degrees(own.wind)
    sentence = words.say("day", sky=sky, low=low, high=high, wind=wind)
    return _after_chance(own.rain_chance, own.code, when, sentence, words)


def of_hour(own: Hour, today: date, words: Words) -> str:
    day = words.when(own.at.date(), today)
    when = words.say("day_at", day=day, time=words.time(own.at))
    sentence = words.say(
        "hour",
        sky=words.sky(own.code),
        temperature=degrees(own.temperature),
        wind=degrees(own.wind),
    )
    return _after_chance(own.rain_chance, own.code, when, sentence, words)


def of_figures(figures: Figures, days: Sequence[Day], words: Words) -> str:
    text = words.say(
        "statistics",
        first=formatting.say_day(days[0].day, words.language),
        last=formatting.say_day(days[-1].day, words.language),
        **{
            name: degrees(getattr(figures, name))
            for name in ("mean", "median", "least", "most", "spread", "change")
        },
    )
    if not figures.unusual:
        return text
    unusual = [
        words.say(
            "unusual_day",
            day=formatting.say_day(own.day, words.language),
            high=degrees(own.high),
        )
        for own in figures.unusual
    ]
    listed = vocabulary.listed(unusual, vocabulary.of(words.language))
    return f"{text} {words.say('unusual', days=listed)}"


def of_source(forecast: Forecast, words: Words) -> str:
    """Whom the licence wants named, and how old the figures are."""
    time = words.time(forecast.fetched_at)
    text = words.say("source", source=forecast.source, time=time)
    return times.one_stop(text)


def degrees(value: float) -> str:
    """Whole; never "-0"."""
    return f"{round(value)}"


def _after_chance(
    chance: int | None, code: int, when: str, sentence: str, words: Words
) -> str:
    if chance is None:
        return sentence
    if chance >= LIKELY_FROM:
        pattern = "snow_likely" if code in SNOW else "wet_likely"
    else:
        pattern = "wet_possible" if chance >= POSSIBLE_FROM else "wet_unlikely"
    return f"{words.say(pattern, when=when, chance=chance)} {sentence}"


@cache
def _patterns() -> dict[str, Any]:
    patterns: dict[str, Any] = yaml_files.read(PATTERNS)
    return patterns
