"""Commands that fill a property to measure it never touch the site's database."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from django.core.management import call_command

from apps.catalog.models import Item
from apps.conversations.models import Conversation
from apps.knowledge.search import retrieval
from apps.properties.models import Property
from benchmarks.staff import admin_pages
from tests.site import environment

pytestmark = pytest.mark.django_db(transaction=True)
DOCUMENT = {
    "id": "restaurant:1:0",
    "domain": "restaurant",
    "entity": "restaurant:1",
    "title": "Golden Wok: Is there parking?",
    "text": "Golden Wok: Is there parking? Yes, behind the house.",
}
QUERY = {"id": "q1", "query": "Can I park at the Golden Wok?", "context": []}
Ask = Callable[[LiteralString], Any]


@pytest.fixture
def in_site() -> Ask:
    """Asks the site's database one statement, as another process does."""
    conninfo = environment()["DATABASE_OWNER_URL"]

    def ask(statement: LiteralString) -> Any:
        with psycopg.connect(conninfo) as site:
            site.execute("set lock_timeout = '500ms'")
            row = site.execute(statement).fetchone()
        return row[0] if row else None

    return ask


def _spy(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, look: Callable[[], object]
) -> None:
    original = getattr(module, name)

    def call(*args: Any, **options: Any) -> Any:
        look()
        return original(*args, **options)

    monkeypatch.setattr(module, name, call)


@pytest.mark.nightly
def test_it_ranks_a_corpus_that_no_guest_can_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_site: Ask
) -> None:
    corpus, queries = tmp_path / "corpus.jsonl", tmp_path / "queries.jsonl"
    corpus.write_text(json.dumps(DOCUMENT))
    queries.write_text(json.dumps(QUERY))
    counts: list[int] = []
    _spy(
        monkeypatch,
        retrieval,
        "rank",
        lambda: counts.append(in_site("select count(*) from properties_property")),
    )
    output = tmp_path / "run.jsonl"
    call_command("eval_retrieval", corpus=corpus, queries=queries, output=output)
    assert json.loads(output.read_text())["ranked_ids"] == [DOCUMENT["id"]]
    assert counts == [0]
    assert not Property.objects.exists()


@pytest.mark.nightly
def test_it_times_the_staff_pages_while_alice_goes_on(
    mohegan: Property, monkeypatch: pytest.MonkeyPatch, in_site: Ask
) -> None:
    Conversation.objects.create(property=mohegan)
    _spy(
        monkeypatch,
        admin_pages,
        "_time_page",
        lambda: in_site(
            "update conversations_conversation set last_message_at = now() returning id"
        ),
    )
    monkeypatch.setattr(admin_pages, "REQUESTS", 1)
    pages = admin_pages.measure(row_count=2, conversation_count=2)
    assert all(page["queries"] > 0 for page in pages.values())
    assert Conversation.objects.count() == 1
    assert not Item.objects.exists()
