"""Vectors of several models stand side by side, and one server may be away."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from apps.conversations.turns.search.question_reader import QuestionReader
from apps.infrastructure import database_threads
from apps.knowledge import property_snapshot, tasks
from apps.knowledge.indexing import vectors
from apps.knowledge.models import Embedding
from apps.knowledge.question.subject import NO_SUBJECT
from apps.knowledge.search.retrieval import Vectors
from apps.llm import embeddings
from apps.properties.models import Property
from tests.fakes.gemini import Failure, GeminiServer

pytestmark = pytest.mark.usefixtures("closed_connections")
GEMINI, OTHER, LOCAL = "gemini-embedding-001-768", "bge-small-384", "minilm-l6-v2"


@pytest.fixture
def two_servers(
    gemini: GeminiServer,
    openai_server: GeminiServer,
    settings: Settings,
    resort: Property,
) -> Property:
    """The property with vectors of both servers' models, as the worker leaves it."""
    openai_server.forget()
    settings.OPENAI_SERVERS = {"groq": f"{openai_server.url}/v1"}
    settings.EMBEDDING_FALLBACKS = ["groq:bge-small@384"]
    embeddings.reset()
    tasks.embed_pending()
    return resort


async def vectors_of_question(place: Property) -> Vectors:
    snapshot = await database_threads.run(property_snapshot.of, place.pk)
    reader = QuestionReader(snapshot, embeddings.embedder(), "en")
    read = await reader.read("What is the dress code at Ballo?", (), NO_SUBJECT)
    return read.vectors


def test_the_worker_keeps_vectors_of_every_model(two_servers: Property) -> None:
    assert vectors.ready_models(two_servers.pk) == {GEMINI, OTHER, LOCAL}
    counts = {
        model: Embedding.objects.filter(model=model, state="ready").count()
        for model in (GEMINI, OTHER)
    }
    assert counts[GEMINI] == counts[OTHER] > 0


async def test_a_question_is_compared_with_vectors_of_its_own_model(
    two_servers: Property, gemini: GeminiServer, openai_server: GeminiServer
) -> None:
    usual = await vectors_of_question(two_servers)
    assert (usual.model, {len(vector) for vector in usual.values}) == (GEMINI, {768})
    gemini.script(*[Failure(503)] * 9, on="embed")
    meanwhile = await vectors_of_question(two_servers)
    assert (meanwhile.model, {len(vector) for vector in meanwhile.values}) == (
        OTHER,
        {384},
    )
    openai_server.script(*[Failure(503)] * 9, on="embed")
    assert (await vectors_of_question(two_servers)).model == LOCAL
