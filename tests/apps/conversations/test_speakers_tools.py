"""A model looks further, and remembers, while it answers."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from apps.concierge.tools.remember import Key
from apps.conversations import single_question
from apps.conversations.turns.runner import TurnRunner
from apps.guests import fact_kinds
from apps.guests.models import GuestFact
from apps.infrastructure import database_threads
from apps.properties.models import FeatureFlag, Property
from tests.fakes.gemini import GeminiServer, Text
from tests.fakes.replies import Calls
from tests.handing_in import hand_in
from tests.model_fixtures import GOOD_MODELS

pytestmark = pytest.mark.usefixtures("closed_connections")
TOLD = "We adore anything with noodles and wasabi. Is parking free?"
QUOTE = "We adore anything with noodles and wasabi"
NOODLES = ("remember", {"key": "cuisines", "value": "japanese", "quote": QUOTE})


@pytest.fixture
def with_document(resort: Property) -> Property:
    """Handed in before a model is configured, whose vectors it would wait for."""
    text = b"# Events\n\nConfetti costs a cleaning fee of $250 in the ballroom.\n"
    hand_in(resort, "events.md", text)
    return resort


@pytest.fixture
def model(gemini: GeminiServer) -> GeminiServer:
    gemini.structured = GOOD_MODELS
    return gemini


async def ask(place: Property, turns: TurnRunner, question: str, **options: Any) -> Any:
    thread = await database_threads.run(
        single_question.conversation_of, place, None, "web", **options
    )
    return await single_question.ask(turns, thread, question)


def outcomes(result: Any) -> list[tuple[str, str]]:
    return [
        (call["tool"], call["outcome"])
        for node in result["nodes"]
        for call in node["metadata"].get("tool_calls", ())
    ]


def offered(server: GeminiServer) -> str:
    return str(server.requests_for("stream")[0].body.get("tools"))


async def test_it_searches_once_more_and_cites_what_it_finds(
    with_document: Property, turns: TurnRunner, model: GeminiServer
) -> None:
    resort = with_document
    await ask(resort, turns, "Is Ballo open?")
    passages = str(model.requests_for("stream")[0].body).count("<passage n=")
    query = {"query": "What is the cleaning fee for confetti in the ballroom?"}
    model.script(
        Calls((("search_documents", query),)),
        Text(f"The cleaning fee for confetti is $250. [{passages + 1}]"),
    )
    result = await ask(resort, turns, "Is Ballo open?")
    assert outcomes(result) == [("search_documents", "done")]
    assert result["answer"] == "The cleaning fee for confetti is $250. [1]"
    [citation] = result["citations"]
    assert citation["category"] == "document"
    sent = str(model.requests_for("stream")[-1].body)
    assert "<result>" in sent
    assert "Confetti costs a cleaning fee of $250" in sent


async def test_a_fact_is_remembered_in_the_guests_words(
    resort: Property, turns: TurnRunner, model: GeminiServer
) -> None:
    model.script(Calls((NOODLES,)), Text("Call 1-888-226-7711, they will know."))
    result = await ask(resort, turns, TOLD)
    assert outcomes(result) == [("remember", "done")]
    fact = await GuestFact.objects.aget()
    assert (fact.key, fact.value, fact.quote) == ("cuisines", ["japanese"], QUOTE)


@pytest.mark.parametrize(
    ("key", "value", "quote"),
    [
        ("cuisines", "japanese", "I love sushi"),
        ("cuisines", "vulcan", QUOTE),
        ("party_size", "many", QUOTE),
        ("cuisines", "japanese", "Is parking free?"),
        ("card_number", "4111", QUOTE),
        ("cuisines", "japanese", ""),
    ],
)
async def test_nothing_else_is_remembered(
    resort: Property,
    turns: TurnRunner,
    model: GeminiServer,
    key: str,
    value: str,
    quote: str,
) -> None:
    call = ("remember", {"key": key, "value": value, "quote": quote})
    model.script(Calls((call,)), Text("Call 1-888-226-7711, they will know."))
    result = await ask(resort, turns, TOLD)
    assert outcomes(result) == [("remember", "refused")]
    assert not await GuestFact.objects.aexists()


@pytest.mark.parametrize("key", ["memory", "extraction"])
async def test_nothing_is_remembered_where_the_property_says_so(
    resort: Property, turns: TurnRunner, model: GeminiServer, key: str
) -> None:
    await FeatureFlag.objects.acreate(property=resort, key=key, is_on=False)
    model.script(Calls((NOODLES,)), Text("Call 1-888-226-7711, they will know."))
    await ask(resort, turns, TOLD)
    assert "remember" not in offered(model)
    assert "search_documents" in offered(model)
    assert not await GuestFact.objects.aexists()


async def test_nothing_of_staff_is_remembered(
    resort: Property, turns: TurnRunner, model: GeminiServer
) -> None:
    model.script(Calls((NOODLES,)), Text("Call 1-888-226-7711, they will know."))
    await ask(resort, turns, TOLD, is_from_guest=False)
    assert not await GuestFact.objects.aexists()


def test_the_tool_knows_the_keys_of_the_memory() -> None:
    assert set(get_args(Key)) == set(fact_kinds.kinds())


async def test_words_of_guests_are_not_in_the_trace(
    resort: Property, turns: TurnRunner, model: GeminiServer
) -> None:
    model.script(Calls((NOODLES,)), Text("Call 1-888-226-7711, they will know."))
    result = await ask(resort, turns, TOLD)
    assert "wasabi" not in str(
        [node["metadata"].get("tool_calls") for node in result["nodes"]]
    )
