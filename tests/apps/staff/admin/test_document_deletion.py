"""Sam deletes a long document, and does not wait for each of its sentences."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.documents.models import Document, Section
from apps.knowledge.models import Embedding, Passage
from apps.properties.models import Property
from tests.handing_in import take

LIST = "/admin/documents/document/"
COUNT = 40


@pytest.fixture
def long_document(mohegan: Property) -> Document:
    document = take(mohegan, "book.txt", b"Towels are free.")
    Document.objects.filter(pk=document.pk).update(status="live")
    section = Section.objects.create(document=document, number=1)
    passages = Passage.objects.bulk_create(
        Passage(
            property=mohegan,
            document=document,
            section=section,
            field_group="document",
            position=number,
            title="Book",
            text="Towels are free.",
            content_hash="",
            revision=1,
        )
        for number in range(COUNT)
    )
    Embedding.objects.bulk_create(
        Embedding(passage=passage, property=mohegan, model="x", statement_vectors=b"x")
        for passage in passages
    )
    return document


def ask(client: Client, document: Document, how: str, **answer: str) -> Any:
    """On the page of the document, or with the action of the list."""
    if how == "page":
        return client.post(f"{LIST}{document.pk}/delete/", answer)
    action = {"action": "delete_selected", "_selected_action": [document.pk]}
    return client.post(LIST, {**action, **answer})


@pytest.mark.parametrize("how", ["page", "list"])
def test_it_counts_what_goes_and_loads_none_of_it(
    admin_client: Client, long_document: Document, how: str
) -> None:
    with CaptureQueriesContext(connection) as queries:
        page = ask(admin_client, long_document, how).content.decode()
        assert "book" in page
        assert f"Passages: {COUNT}" in " ".join(page.split()).replace(
            "passages", "Passages"
        )
        ask(admin_client, long_document, how, post="yes")
    loaded = [query["sql"] for query in queries if "statement_vectors" in query["sql"]]
    assert loaded == []
    assert not Document.objects.exists()
    assert not Passage.objects.exists()


@pytest.mark.parametrize("how", ["page", "list"])
def test_nobody_deletes_what_he_may_only_see(
    client: Client, django_user_model: Any, long_document: Document, how: str
) -> None:
    permission = Permission.objects.get(codename="view_document")
    viewer = django_user_model.objects.create_user("vera", is_staff=True)
    viewer.user_permissions.add(permission)
    client.force_login(viewer)
    ask(client, long_document, how, post="yes")
    assert Document.objects.exists()
