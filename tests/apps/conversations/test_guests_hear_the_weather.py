"""Guests without a model hear the weather, beside what else they ask."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from pytest_django import Settings

from apps.concierge import replies
from apps.conversations import single_question
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads, redis
from apps.properties.models import Property
from tests.fakes import open_meteo
from tests.fakes.open_meteo import Sky

pytestmark = pytest.mark.usefixtures("without_key")
FRIDAY = datetime(2026, 11, 20, 12, 30, tzinfo=ZoneInfo("America/New_York"))


@pytest.fixture
def sky(settings: Settings) -> Iterator[Sky]:
    with open_meteo.running_server() as fake:
        fake.today = FRIDAY.date()
        settings.WEATHER_URL = f"{fake.url}/v1/forecast"
        yield fake
    for key in redis.blocking().scan_iter(redis.key("weather", "*")):
        redis.blocking().delete(key)


async def ask(
    place: Property, turns: TurnRunner, text: str, language: str = "en"
) -> Any:
    conversation = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    return await single_question.ask(turns, conversation, text, FRIDAY, language)


async def test_rain_and_golf_are_told_together(
    demo: Property, turns: TurnRunner, sky: Sky
) -> None:
    sky.chances["2026-11-21"] = 70
    result = await ask(demo, turns, "Will it rain on Saturday for golf?")
    first, *_ = result["answer"].split("\n\n")
    assert first.startswith(
        "Rain is likely on Saturday, November 21: the chance is 70%."
    )
    assert "Forecast by Open-Meteo.com, fetched at" in first
    cited = {row["category"]: row for row in result["citations"]}
    assert cited["weather"]["url"] == "https://open-meteo.com/"
    assert cited["weather"]["verified_at"]
    assert "Golf" in cited["amenity"]["title"]


async def test_the_weather_alone_is_told(
    demo: Property, turns: TurnRunner, sky: Sky
) -> None:
    result = await ask(demo, turns, "What's the weather tomorrow?")
    assert result["answer"].startswith("Rain is unlikely on Saturday, November 21")
    assert {row["category"] for row in result["citations"]} == {"weather"}


async def test_it_is_told_in_spanish(
    demo: Property, turns: TurnRunner, sky: Sky
) -> None:
    sky.chances["2026-11-22"] = 40
    result = await ask(demo, turns, "¿Va a llover el domingo?", "es")
    assert result["answer"].startswith(
        "Es posible que llueva el domingo 22 de noviembre: la probabilidad es del 40%."
    )


async def test_a_failing_server_is_no_fault_of_the_turn(
    demo: Property, turns: TurnRunner, sky: Sky
) -> None:
    sky.failures = [500]
    result = await ask(demo, turns, "Will it rain on Saturday?")
    assert result["answer"].startswith(
        "I cannot see the weather forecast at the moment."
    )
    assert result["status"] == "done"


async def test_the_weather_of_other_places_is_not_looked_up(
    demo: Property, turns: TurnRunner, sky: Sky
) -> None:
    result = await ask(demo, turns, "How is the weather in Seattle?")
    assert not any(row["category"] == "weather" for row in result["citations"])
    assert sky.queries == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("forecast for saturday", "en"),
        ("what's the weather like tomorrow?", "en"),
        ("Will it rain on Saturday?", "en"),
        ("¿Va a llover el domingo?", "es"),
        ("Quel temps fera-t-il demain ?", "fr"),
    ],
)
async def test_without_configuration_it_says_that_it_has_no_forecast(
    demo: Property, turns: TurnRunner, text: str, language: str
) -> None:
    result = await ask(demo, turns, text, language)
    assert result["answer"] == replies.say("no_forecast", language)
    assert not result["citations"]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("will it rain saturday for golf", "Mohegan Sun Golf Club"),
        ("Will it rain Saturday? Is the pool open?", "Indoor Pool"),
    ],
)
async def test_without_a_forecast_the_records_answer_the_rest(
    demo: Property, turns: TurnRunner, text: str, row: str
) -> None:
    result = await ask(demo, turns, text)
    assert replies.say("no_forecast", "en") in result["answer"]
    assert row in result["answer"]
    assert row in {citation["title"] for citation in result["citations"]}
