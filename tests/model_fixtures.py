"""The fake Gemini as fixtures, for tests in this process and for sites of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from pytest_django import Settings

from apps.infrastructure import loop_clients
from apps.llm import breaker
from tests.fakes import openai_app
from tests.fakes.gemini import GeminiServer, running_server
from tests.site import Site, start

KEY = "alices-secret-key"
OPENAI_KEY = "sams-secret-key"
# What every model but the speaker says where a question about the resort goes well.
GOOD_MODELS: dict[str, dict[str, Any]] = {
    "RouterOutput": {"query_type": "property_qa", "confidence": 0.9},
    "ValidationResult": {"status": "PASS", "reason": ""},
    "WhisperPlan": {"next_topic": "", "conversation_note": ""},
    "ExtractorOutput": {"facts": []},
}


@pytest.fixture(scope="session")
def gemini_server() -> Iterator[GeminiServer]:
    """The server itself; most tests want `gemini` or `site_gemini`."""
    with running_server() as server:
        yield server


@pytest.fixture(scope="session")
def openai_server() -> Iterator[GeminiServer]:
    """A server of another protocol; most tests want `openai_compatible`."""
    with running_server(openai_app.application) as server:
        yield server


@pytest.fixture
def openai_compatible(openai_server: GeminiServer, settings: Settings) -> GeminiServer:
    """The models of this process, when they are on an OpenAI-compatible server."""
    openai_server.forget()
    settings.GOOGLE_API_KEY = ""
    settings.OPENAI_BASE_URL = f"{openai_server.url}/v1"
    settings.OPENAI_API_KEY = OPENAI_KEY
    settings.MODEL_NAME = "openai_compatible:llama-3.3-70b"
    settings.MODEL_FALLBACKS = ["openai_compatible:llama-3.1-8b"]
    settings.MODEL_MAX_RETRIES = 0
    breaker.reset()
    return openai_server


@pytest.fixture
def gemini(gemini_server: GeminiServer, settings: Settings) -> GeminiServer:
    """The models of this process: the real client, without its slow retries."""
    gemini_server.forget()
    settings.GOOGLE_API_KEY = KEY
    settings.GOOGLE_BASE_URL = gemini_server.url
    settings.MODEL_NAME = "gemini-3.5-flash-lite"
    settings.MODEL_FALLBACKS = ["gemini-2.5-flash"]
    settings.MODEL_MAX_RETRIES = 0
    breaker.reset()
    return gemini_server


@pytest.fixture
def site_gemini(gemini_server: GeminiServer) -> GeminiServer:
    """The models behind `keyed_site`; they route and review as good models would."""
    gemini_server.forget()
    gemini_server.structured = {
        "RouterOutput": {"query_type": "property_qa", "confidence": 0.9},
        "ValidationResult": {"status": "PASS", "reason": ""},
    }
    return gemini_server


@pytest.fixture(scope="session")
def keyed_site(django_db_setup: None, gemini_server: GeminiServer) -> Iterator[Site]:
    """A site with a key, whose model server is the fake one."""
    with start(
        "keyed-web",
        GOOGLE_API_KEY=KEY,
        GOOGLE_BASE_URL=gemini_server.url,
        MODEL_MAX_RETRIES="0",
        # A test of failing models must not open the breaker for the tests after it.
        BREAKER_FAILURES="1000",
    ) as site:
        yield site


@pytest.fixture
def keyed_log(keyed_site: Site) -> Path:
    return keyed_site.log


@pytest.fixture
def without_key(settings: Settings) -> None:
    """No model provider: the extractive answerer and the local embedder do the work."""
    settings.GOOGLE_API_KEY = ""


@pytest_asyncio.fixture
async def closed_connections() -> AsyncIterator[None]:
    """Closes what the test opened in its event loop, as a Celery task does."""
    yield
    await loop_clients.close()
