"""The model fails and fails: guests are answered at once, and it comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.fakes.gemini import Failure, GeminiServer, Text
from tests.guest import Event, guest, shown
from tests.site import Site, start

pytestmark = pytest.mark.usefixtures("resort")
# Longer than a question may take on a slow machine.
COOLDOWN_SECONDS = 6
QUESTION = "What is the dress code at Ballo?"


@pytest.fixture(scope="module")
def careful(django_db_setup: None, gemini_server: GeminiServer) -> Iterator[Site]:
    with start(
        "careful-web",
        GOOGLE_API_KEY="alices-secret-key",
        GOOGLE_BASE_URL=gemini_server.url,
        MODEL_MAX_RETRIES="0",
        MODEL_FALLBACKS="",
        BREAKER_FAILURES="2",
        BREAKER_COOLDOWN_SECONDS=str(COOLDOWN_SECONDS),
    ) as site:
        yield site


async def test_it_rests_and_comes_back(
    careful: Site, site_gemini: GeminiServer
) -> None:
    site_gemini.script(*[Failure(503)] * 20)
    site_gemini.script(*[Failure(503)] * 20, on="generate")
    async with guest(careful) as alice:
        await alice.hello()
        for _ in range(2):
            assert is_cited(await alice.ask(QUESTION))
        request_count = len(model_requests(site_gemini))
        assert is_cited(await alice.ask(QUESTION))
        assert (
            len(model_requests(site_gemini)) == request_count
        )  # nobody waits for a model that rests

        site_gemini.forget()
        site_gemini.script(*[Text("Smart casual is right at Ballo. [1]")] * 3)
        await asyncio.sleep(COOLDOWN_SECONDS)
        answers = [shown(await alice.ask(QUESTION)) for _ in range(3)]
    assert "is right at Ballo" in answers[-1]


def model_requests(site_gemini: GeminiServer) -> list[object]:
    """Requests for words; vectors have a breaker of their own."""
    return [one for one in site_gemini.requests if "embed" not in str(one).lower()]


def is_cited(events: list[Event]) -> bool:
    return "smart casual" in shown(events) and events[-3]["type"] == "sources"
