"""Who is in danger is never told only to wait, however many messages came before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest

from apps.concierge.guardrails import checks
from apps.conversations import thread_secrets
from apps.conversations.models import Alert
from apps.llm import embeddings
from apps.properties.models import Property
from tests.guest import Event, Guest, guest
from tests.site import Site, start

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("numbers")]
EMERGENCY = "My husband has a heart attack"
CRISIS = "I want to kill myself tonight"
HARMLESS = "Is parking free?"
MOST_TRIES = 3
# Guests of other tests, who are counted in the same Redis, have another.
THEIR_ADDRESS = "127.0.0.5"
# Neither is certain.
VEILED = [
    "I'm not doing so well tonight",
    "my friend is a bit too drunk to walk to the room",
]


@pytest.fixture
def numbers(resort: Property) -> None:
    resort.jurisdiction.helplines.create(
        purpose="emergency", name="Emergency services", phone="911"
    )


@pytest.fixture(scope="module")
def strict(django_db_setup: None) -> Iterator[Site]:
    """A site that takes one question and one urgent message a minute from a guest."""
    with start(
        "urgent-web",
        RATE_LIMIT_PER_MINUTE="1",
        RATE_LIMIT_URGENT_PER_MINUTE="1",
        RATE_LIMIT_URGENT_ADDRESS_PER_MINUTE="1000",
    ) as s:
        yield s


async def until_refused(alice: Guest, text: str) -> Event:
    """A minute that begins just then lets one more question in."""
    for _ in range(MOST_TRIES):
        refusal, *answer = await alice.ask(text)
        if not answer:
            return refusal
    raise AssertionError(f"Nobody refused {text!r}.")


async def test_it_asks_who_is_too_quick_to_wait(strict: Site) -> None:
    async with guest(strict) as alice:
        await alice.hello()
        await alice.ask(HARMLESS)
        refusal = await until_refused(alice, "And the spa?")
    assert refusal["type"] == "error"
    assert re.search(r"wait \d+ seconds", refusal["message"])
    assert "in an emergency call 911" in refusal["message"]
    assert refusal["phone"] in refusal["message"]


async def test_it_asks_to_wait_in_the_language_of_the_question(strict: Site) -> None:
    async with guest(strict) as alice:
        await alice.hello()
        await alice.ask(HARMLESS)
        refusal = await until_refused(alice, "¿A qué hora abre la piscina?")
    assert re.search(r"Espere \d+ segundos", refusal["message"])
    assert "911" in refusal["message"]


@pytest.mark.parametrize("text", VEILED)
async def test_it_hears_who_may_be_in_danger(strict: Site, text: str) -> None:
    [vector] = embeddings.local().embed_queries([text])
    assert checks.inspect(text, vector) is None
    async with guest(strict) as alice:
        await alice.hello()
        await alice.ask(HARMLESS)
        refusal = await until_refused(alice, HARMLESS)
        assert "wait" in refusal["message"]
        *_, ending = await alice.ask(text)
    assert ending["type"] == "done"
    assert ending["help"]


@pytest.mark.parametrize(
    ("text", "number"), [(EMERGENCY, "911"), (CRISIS, "988")], ids=["hurt", "crisis"]
)
async def test_it_hears_an_urgent_message_at_the_socket(
    strict: Site, text: str, number: str
) -> None:
    async with guest(strict) as alice:
        await alice.hello()
        await alice.ask(HARMLESS)
        refusal = await until_refused(alice, HARMLESS)
        assert "wait" in refusal["message"]
        *_, ending = await alice.ask(text)
        assert ending["type"] == "done"
        assert number in ending["text"]
        assert await Alert.objects.acount() == 1
        beyond = await until_refused(alice, text)
    assert beyond["type"] == "error"
    assert number in beyond["message"]
    assert number in [item["phone"] for item in beyond["help"]]
    assert "is alerted" not in beyond["message"]


def test_it_hears_an_urgent_message_over_http(strict: Site) -> None:
    me = {"thread_id": str(uuid4()), "thread_secret": thread_secrets.new()}

    def ask(text: str) -> httpx.Response:
        body = {"message": text, **me}
        return httpx.post(f"{strict.url}/chat", json=body, timeout=30)

    assert ask(HARMLESS).status_code == 200
    refusal = next(r for r in map(ask, [HARMLESS] * MOST_TRIES) if r.is_error)
    assert refusal.status_code == 429
    assert "in an emergency call 911" in refusal.json()["error"]["message"]
    response = ask(EMERGENCY)
    assert (response.status_code, "911" in response.text) == (200, True)
    beyond = next(r for r in map(ask, [EMERGENCY] * MOST_TRIES) if r.is_error)
    error = beyond.json()["error"]
    assert (beyond.status_code, error["code"]) == (429, "too_fast")
    assert "911" in error["message"]
    assert beyond.headers["retry-after"]


def test_it_hears_an_urgent_message_from_a_page_without_a_script(
    strict: Site, resort: Property
) -> None:
    me = {"thread": str(uuid4()), "secret": thread_secrets.new()}

    def ask(text: str) -> str:
        where = f"{strict.url}/{resort.slug}/embedded/"
        return httpx.post(where, data={"text": text, **me}, timeout=30).text

    ask(HARMLESS)
    assert any("Please wait" in page for page in map(ask, [HARMLESS] * MOST_TRIES))
    assert "<p>I am glad you said that." in ask(CRISIS)
    beyond = ask(EMERGENCY)
    assert "911" in beyond
    assert "Please wait" not in beyond


async def test_it_hears_one_guest_while_another_floods_their_address(
    django_db_setup: None,
) -> None:
    with start("flooded-web", RATE_LIMIT_ADDRESS_PER_MINUTE="2") as site:
        async with (
            guest(site, address=THEIR_ADDRESS) as mallory,
            guest(site, address=THEIR_ADDRESS) as alice,
        ):
            await mallory.hello()
            await alice.hello()
            for _ in range(3):
                await mallory.ask(HARMLESS)
            *_, ending = await alice.ask(CRISIS)
    assert "988" in ending["text"]
