"""Alice sees what is looked up for her, and reads her answer in peace."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import Page, expect

from apps.infrastructure import redis
from apps.properties.models import Property
from tests.browser import ask
from tests.fakes import open_meteo
from tests.fakes.open_meteo import Sky
from tests.site import Site, start

pytestmark = pytest.mark.browser
# Longer than the page waits before it shows what goes on, and than the test between
# two looks.
SLOW_SECONDS = 2.0


@pytest.fixture(scope="module")
def sky() -> Iterator[Sky]:
    with open_meteo.running_server() as fake:
        yield fake


@pytest.fixture(scope="module")
def weather_site(django_db_setup: None, sky: Sky) -> Iterator[Site]:
    with start("weather-web", WEATHER_URL=f"{sky.url}/v1/forecast") as site:
        yield site


@pytest.fixture
def resort_by_the_lake(resort: Property) -> Iterator[Property]:
    resort.latitude, resort.longitude = 41.4912, -72.0905
    resort.save()
    _forget_forecasts()
    yield resort
    _forget_forecasts()


def _forget_forecasts() -> None:
    """Those of other tests too, whose place is the same."""
    for key in redis.blocking().scan_iter(redis.key("weather", "*")):
        redis.blocking().delete(key)


async def test_steps_unfold_while_they_run_and_fold_when_the_answer_begins(
    weather_site: Site, resort_by_the_lake: Property, sky: Sky, page: Page
) -> None:
    sky.pause_seconds, sky.chances = SLOW_SECONDS, {}
    await page.goto(weather_site.url)
    await ask(page, "Will it rain tomorrow?")
    step = page.locator(".step")
    await expect(step).to_be_visible()
    await expect(step).to_have_text("Looking at the weather forecast")
    await expect(page.locator(".status")).to_have_text(
        "Looking at the weather forecast"
    )
    await expect(page.locator(".answer .prose")).to_contain_text("Rain is unlikely")
    await expect(step).to_be_hidden()
    await page.get_by_text("How this was found").click()
    await expect(step).to_be_visible()
    await expect(step).to_have_text("Looking at the weather forecast, done")


async def test_the_figures_link_whom_the_licence_wants_named(
    weather_site: Site, resort_by_the_lake: Property, sky: Sky, page: Page
) -> None:
    sky.pause_seconds = 0
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    sky.chances[f"{tomorrow:%Y-%m-%d}"] = 70
    await page.goto(weather_site.url)
    await ask(page, "What is the weather like tomorrow?")
    await expect(page.locator(".answer .prose")).to_contain_text("Open-Meteo.com")
    await page.locator(".answer .cite").first.click()
    source = page.locator(".source:visible")
    await expect(source).to_contain_text("Weather by Open-Meteo.com")
    await expect(source).to_contain_text("Updated")
    link = source.get_by_role("link")
    await expect(link).to_have_attribute("href", "https://open-meteo.com/")


async def test_a_step_that_fails_is_told_in_words(
    weather_site: Site, resort_by_the_lake: Property, sky: Sky, page: Page
) -> None:
    sky.failures = [500]
    await page.goto(weather_site.url)
    await ask(page, "Will it snow tomorrow?")
    await expect(page.locator(".answer .prose")).to_contain_text("I cannot see")
    await page.get_by_text("How this was found").click()
    await expect(page.locator(".step")).to_have_text(
        "Looking at the weather forecast, did not work"
    )


async def test_an_answer_without_tools_has_no_steps(
    weather_site: Site, resort: Property, page: Page
) -> None:
    await page.goto(weather_site.url)
    await ask(page, "What is the dress code at Ballo?")
    await expect(page.locator(".answer .prose")).to_contain_text("smart casual")
    await expect(page.locator(".steps")).to_be_hidden()
