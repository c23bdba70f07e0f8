"""A server of models dies at every word of an answer; another one takes over."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest
from playwright.async_api import Page, expect

from apps.conversations.models import Turn
from tests.browser import ask
from tests.fakes import openai_app
from tests.fakes.gemini import Cut, Failure, GeminiServer, Text, running_server
from tests.guest import guest, only, shown
from tests.model_fixtures import KEY
from tests.site import Site, start

pytestmark = pytest.mark.usefixtures("resort")
QUESTION = "What is the dress code at Ballo?"
WORDS = ["The", "dress", "code", "at", "Ballo", "is", "smart", "casual.", "[1]"]
OTHER = "Smart casual is right at Ballo. [1]"
# The first answer waits for the clients to be imported.
PATIENCE_MS = 30_000
POSITIONS = range(len(WORDS) + 1)


@pytest.fixture(scope="module")
def other_server() -> Iterator[GeminiServer]:
    with running_server(openai_app.application) as server:
        yield server


@pytest.fixture(scope="module")
def site(
    django_db_setup: None, gemini_server: GeminiServer, other_server: GeminiServer
) -> Iterator[Site]:
    with start(
        "two-servers-web",
        GOOGLE_API_KEY=KEY,
        GOOGLE_BASE_URL=gemini_server.url,
        MODEL_FALLBACKS="other:llama-3.3-70b",
        OPENAI_SERVERS=f"other={other_server.url}/v1",
        MODEL_MAX_RETRIES="0",
        BREAKER_FAILURES="1000",
    ) as running:
        yield running


def dies_at(position: int) -> Cut:
    return Cut(" ".join(WORDS[:position]))


async def test_it_keeps_every_word_and_repeats_none(
    site: Site, site_gemini: GeminiServer, other_server: GeminiServer
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        for position in POSITIONS:
            site_gemini.script(dies_at(position))
            other_server.script(Text(OTHER))
            events = await alice.ask(QUESTION)
            assert shown(events) == OTHER, position
            kinds = [event["type"] for event in events]
            # Nothing is taken back of what nobody has seen.
            if "reset" in kinds:
                assert "token" in kinds[: kinds.index("reset")], position
            assert only(events, "sources")["citations"][0]["field"] == "dress_code"
            turn = await Turn.objects.aget(pk=UUID(events[0]["turn"]))
            assert (turn.provider, turn.model) == ("other", "llama-3.3-70b")
            assert turn.fallback_reason == "gemini-3.5-flash-lite: away"
            assert turn.output_tokens


async def test_the_records_answer_when_all_servers_die(
    site: Site, site_gemini: GeminiServer, other_server: GeminiServer
) -> None:
    site_gemini.script(Cut("The dress code at Ballo is"))
    other_server.script(Failure(500))
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask(QUESTION)
    assert "smart casual" in shown(events)
    turn = await Turn.objects.aget(pk=UUID(events[0]["turn"]))
    assert turn.provider == "extractive"
    assert turn.fallback_reason == ("gemini-3.5-flash-lite: away; llama-3.3-70b: away")


@pytest.mark.browser
async def test_alice_notices_nothing_on_her_page(
    site: Site, site_gemini: GeminiServer, other_server: GeminiServer, page: Page
) -> None:
    await page.goto(site.url)
    answers = page.locator(".answer .prose")
    for number, position in enumerate(POSITIONS, 1):
        site_gemini.script(dies_at(position))
        other_server.script(Text(OTHER))
        await ask(page, QUESTION)
        await expect(answers).to_have_count(number)
        await expect(answers.last).to_contain_text(
            "Smart casual is right at Ballo", timeout=PATIENCE_MS
        )
        await expect(page.locator(".answer[aria-busy=true]")).to_have_count(0)
    texts = await answers.all_inner_texts()
    assert len(set(texts)) == 1
    assert texts[0].count("Ballo") == 1
    assert "dress code" not in texts[0]
