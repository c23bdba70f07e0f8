"""Settings of the model tests: the real client, a fake Gemini, no patience."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from pytest_django import Settings

from apps.infrastructure import connections
from apps.llm import breaker, embeddings
from tests.fakes.gemini import GeminiServer, gemini_server

KEY = "alices-secret-key"


@pytest.fixture(scope="session")
def _server() -> Iterator[GeminiServer]:
    with gemini_server() as server:
        yield server


@pytest.fixture
def gemini(_server: GeminiServer, settings: Settings) -> GeminiServer:
    """Retries are off: the client waits a second and more before each."""
    _server.forget()
    settings.GOOGLE_API_KEY = KEY
    settings.GOOGLE_BASE_URL = _server.url
    settings.MODEL_NAME = "gemini-3.5-flash-lite"
    settings.MODEL_FALLBACKS = ["gemini-2.5-flash"]
    settings.MODEL_MAX_RETRIES = 0
    breaker.reset()
    return _server


@pytest_asyncio.fixture
async def closed_after() -> AsyncIterator[None]:
    """Closes what a test's loop opened, as a Celery task would."""
    yield
    await connections.close()


@pytest.fixture
def offline(settings: Settings) -> Iterator[None]:
    settings.GOOGLE_API_KEY = ""
    embeddings.reset()
    yield
    embeddings.reset()
