"""The tool `get_weather`: a day, some hours of it, or statistics, as a passage."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time, timedelta
from typing import Any, Literal

from pydantic import Field

from apps.concierge.context import Context
from apps.concierge.forecast import Day, Forecast, Hour, WeatherUnavailable
from apps.concierge.tools import passages
from apps.concierge.tools.declarations import (
    Arguments,
    Refused,
    Result,
    Tool,
    Unavailable,
)
from apps.concierge.tools.weather import figures, wording
from apps.concierge.tools.weather.wording import Words

NAME = "get_weather"
DESCRIPTION = (
    "The weather at the resort, up to sixteen days ahead and a month back. Kinds: day "
    "(each day from `day` to `until`), hours (of `day`, from `hour` on), statistics "
    "(mean, median, spread and unusual days of the highs from `day` to `until`)."
)
SECONDS = 5.0
MOST_DAYS, MOST_HOURS = 7, 6
Told = Callable[[Words], str]


class WeatherQuestion(Arguments):
    kind: Literal["day", "hours", "statistics"] = "day"
    day: str = Field("", description="2026-12-24; empty is today")
    until: str = Field("", description="The last day; empty is the same day")
    hour: int = Field(-1, ge=-1, le=23, description="For hours, from 0 to 23")


async def run(arguments: WeatherQuestion, context: Context) -> Result:
    """Raises Refused where there are no forecasts, or none of these days, and
    Unavailable."""
    if context.weather is None:
        raise Refused("No forecast is to be had here.", lacks="forecast")
    try:
        forecast = await context.weather.forecast()
    except WeatherUnavailable as error:
        raise Unavailable("No forecast is to be had now.") from error
    try:
        lines = [
            _line(sentence, context, forecast)
            for sentence in _sentences(arguments, forecast, context)
        ]
    except ValueError as error:
        reason = f"There is no such forecast: {error}."
        raise Refused(reason, lacks="forecast_so_far") from error
    lines.append(
        _line(lambda words: wording.of_source(forecast, words), context, forecast)
    )
    passage = passages.passage(
        passages.WEATHER,
        Words(context.language).say("title", source=forecast.source),
        lines,
        source=forecast.source,
        url=forecast.url,
        at=forecast.fetched_at.isoformat(),
    )
    return Result([passage])


TOOL = Tool(
    NAME,
    DESCRIPTION,
    WeatherQuestion,
    run,
    SECONDS,
    is_offered=lambda context: context.weather is not None,
)


def _sentences(
    question: WeatherQuestion, forecast: Forecast, context: Context
) -> list[Told]:
    """What is to be said, in the words of a language. Raises ValueError."""
    today = context.now.date()
    first = date.fromisoformat(question.day) if question.day else today
    last = date.fromisoformat(question.until) if question.until else first
    if question.kind == "hours":
        return [_of_hour(own, today) for own in _hours(question, first, forecast)]
    days = _days(first, last, forecast)
    if question.kind == "statistics":
        return [_of_figures(days)]
    return [_of_day(own, today) for own in days[:MOST_DAYS]]


def _of_day(own: Day, today: date) -> Told:
    return lambda words: wording.of_day(own, today, words)


def _of_hour(own: Hour, today: date) -> Told:
    return lambda words: wording.of_hour(own, today, words)


def _of_figures(days: list[Day]) -> Told:
    counted = figures.of(days)
    return lambda words: wording.of_figures(counted, days, words)


def _days(first: date, last: date, forecast: Forecast) -> list[Day]:
    """Raises ValueError where one of them is in no forecast."""
    count = (last - first).days + 1
    if not 1 <= count <= len(forecast.days):
        raise ValueError("the days are not in order, or too many")
    days = [forecast.day(first + timedelta(days=ahead)) for ahead in range(count)]
    days_known = [own for own in days if own]
    if len(days_known) < count:
        raise ValueError("a day is too far away")
    return days_known


def _hours(question: WeatherQuestion, day: date, forecast: Forecast) -> list[Hour]:
    """From the hour asked for on; one alone where a guest names one."""
    from_hour = time(max(question.hour, 0))
    hours = [
        own
        for own in forecast.hours
        if own.at.date() == day and own.at.time() >= from_hour
    ]
    if not hours:
        raise ValueError("the hours of that day are not known")
    return hours[: 1 if question.hour >= 0 else MOST_HOURS]


def _line(sentence: Told, context: Context, forecast: Forecast) -> dict[str, Any]:
    language = context.language
    text = sentence(Words(wording.ENGLISH))
    is_translated = language != wording.ENGLISH and wording.is_spoken(language)
    own_words = sentence(Words(language)) if is_translated else ""
    label = Words(language).say("label")
    value = own_words or text
    return passages.line("forecast", label, value, text, own_words, forecast.url)
