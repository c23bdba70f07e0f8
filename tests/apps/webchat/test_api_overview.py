"""The addresses of the HTTP API that describe the property, the graph and the site."""

from __future__ import annotations

import time

import httpx
import pytest

from apps.properties.models import Property
from tests.site import Site

pytestmark = pytest.mark.usefixtures("resort")
MOST_TRIES, TRY_AGAIN_SECONDS = 60, 0.25


def test_it_tells_about_the_property(site: Site, resort: Property) -> None:
    overview = httpx.get(f"{site.url}/property").json()
    assert overview["name"] == resort.name
    assert "restaurant" in overview["categories"]
    assert overview["document_count"] > 0


def test_it_draws_the_graph(site: Site) -> None:
    graph = httpx.get(f"{site.url}/graph").json()
    nodes = {node["id"] for node in graph["nodes"]}
    assert {"__start__", "compliance_gate", "generate", "__end__"} <= nodes
    ways = [edge for edge in graph["edges"] if edge["source"] == "validate"]
    assert {way["target"] for way in ways} == {
        "persona_envelope",
        "generate",
        "fallback",
    }
    assert all(way["condition"] for way in ways)


def test_it_tells_how_it_is(site: Site) -> None:
    answer = _health_once_ready(site)
    state = answer.json()
    assert (answer.status_code, state["status"]) == (200, "healthy")
    assert state["dependencies"]["redis"]["ok"]
    assert state["property_loaded"]


def _health_once_ready(site: Site) -> httpx.Response:
    """503 until the process has loaded its models, as the address says."""
    for _ in range(MOST_TRIES):
        answer = httpx.get(f"{site.url}/health")
        if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
            break
        time.sleep(TRY_AGAIN_SECONDS)
    return answer


def test_it_documents_every_address(site: Site) -> None:
    document = httpx.get(f"{site.url}/api/openapi.json").json()
    assert set(document["paths"]) == {
        "/chat",
        "/chat/{turn_id}",
        "/feedback",
        "/graph",
        "/health",
        "/property",
        "/threads/{thread_id}",
    }
    assert "429" in document["paths"]["/chat"]["post"]["responses"]


def test_it_names_every_request(site: Site) -> None:
    mine = httpx.get(f"{site.url}/health", headers={"X-Request-ID": "alice-1"})
    assert mine.headers["x-request-id"] == "alice-1"
    assert float(mine.headers["x-response-time-ms"]) > 0
    evil = httpx.get(f"{site.url}/health", headers={"X-Request-ID": "a b\tc"})
    assert evil.headers["x-request-id"] not in ("", "a b\tc")
