"""With a key that Google refuses: it starts, it searches, and it says so."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from apps.knowledge.indexing import vectors
from apps.knowledge.models import Embedding
from apps.llm import breaker, embeddings
from apps.local_servers.supervisor import demo_data
from apps.local_servers.supervisor.startup_status import Status
from apps.properties.models import Property
from tests.apps.catalog.demo import seeding
from tests.fakes.gemini import Failure, GeminiServer, Text
from tests.guest import guest, only
from tests.site import Site

pytestmark = pytest.mark.slow


@pytest.fixture
def refusing(site_gemini: GeminiServer) -> GeminiServer:
    site_gemini.keys = {"another-key"}
    return site_gemini


@pytest.fixture
def wrong_key(
    refusing: GeminiServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The same in this process, for commands and pages."""
    monkeypatch.setattr(settings, "GOOGLE_API_KEY", "wrong-key")
    monkeypatch.setattr(settings, "GOOGLE_BASE_URL", refusing.url)
    breaker.reset()
    yield
    breaker.reset()


def give_one_gemini_vector() -> None:
    """As on a site whose key was right once."""
    name = f"{settings.EMBEDDING_MODEL}-{settings.EMBEDDING_DIMENSIONS}"
    vectors.adopt(name)
    row = Embedding.objects.filter(model=name).earliest("id")
    row.vector = [1.0] + [0.0] * (settings.EMBEDDING_DIMENSIONS - 1)
    row.state = Embedding.State.READY
    row.save()


@pytest.mark.parametrize("had_vectors", [False, True])
async def test_it_searches_by_meaning_with_the_local_vectors(
    resort: Property, keyed_site: Site, site_gemini: GeminiServer, had_vectors: bool
) -> None:
    if had_vectors:
        await sync_to_async(give_one_gemini_vector)()
    site_gemini.script(Failure(403, "This key may not embed."), on="embed")
    site_gemini.script(Text("Self-parking is free for all guests. [1]"))
    async with guest(keyed_site) as alice:
        await alice.hello()
        events = await alice.ask("Do I pay for leaving my car in the garage?")
    citations = only(events, "sources")["citations"]
    assert "parking" in json.dumps(citations).lower()
    assert len(site_gemini.requests_for("embed")) == int(had_vectors)


@pytest.mark.usefixtures("transactional_db", "wrong_key")
def test_it_starts_and_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The demo is a small property: indexing the others takes half a minute."""
    (tmp_path / "fixtures").mkdir()
    seeding.folder(tmp_path / "fixtures", restaurants=[seeding.restaurant()])
    monkeypatch.setattr(settings, "BASE_DIR", tmp_path)
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    out = io.StringIO()
    demo_data.prepare(Status(out))
    assert Embedding.objects.exists()
    assert "API key not valid" in out.getvalue()
    assert "starts all the same" in out.getvalue()


def test_it_asks_once_while_it_starts(
    resort: Property,
    wrong_key: None,
    refusing: GeminiServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A provider that refuses one batch refuses them all."""
    vectors.adopt(embeddings.embedder().name)
    rows = Embedding.objects.filter(model=embeddings.embedder().name)
    assert rows.count() > 1
    monkeypatch.setattr(vectors, "BATCH", 1)
    with pytest.raises(CommandError, match="API key not valid"):
        call_command("reindex", failed=True)
    assert len(refusing.requests_for("embed")) == 1


def test_it_tells_operators_how_questions_are_searched(
    resort: Property, wrong_key: None, admin_client: Client
) -> None:
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", json=True, stdout=out)
    findings = json.loads(out.getvalue())["findings"]
    [finding] = [one for one in findings if one["check"] == "embeddings"]
    assert finding["level"] == "fault"
    assert "API key not valid" in finding["message"]
    assert "searched with minilm-l6-v2" in finding["message"]
    assert "GOOGLE_API_KEY" in finding["remedy"]
    page = admin_client.get("/admin/ops/").content.decode()
    assert "searched with minilm-l6-v2" in page


def test_it_searches_in_the_playground_too(
    resort: Property, wrong_key: None, admin_client: Client
) -> None:
    form = {
        "property": str(resort.pk),
        "question": "Do I pay for leaving my car in the garage?",
    }
    page = admin_client.get("/admin/playground/", form)
    assert page.status_code == 200
    assert "parking" in page.content.decode().lower()
