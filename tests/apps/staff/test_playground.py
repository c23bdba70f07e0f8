"""Sam asks in the playground and sees why the search brought what it brought."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from apps.catalog.models import Item, Restaurant
from apps.conversations.models import Conversation
from apps.knowledge.models import Passage
from apps.properties.models import Property
from apps.staff.drafts import row_drafts
from apps.staff.history import snapshot
from tests import factories
from tests.apps.knowledge.searching import embed_all

ADDRESS = "/admin/playground/"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def resort(mohegan: Property) -> Property:
    factories.RestaurantFactory.create(
        property=mohegan, name="Ballo", slug="ballo", cuisine="Italian"
    )
    factories.RestaurantFactory.create(
        property=mohegan, name="Sol Toro", slug="sol-toro", cuisine="Mexican"
    )
    factories.RestaurantFactory.create(
        property=mohegan, name="Hidden Grill", slug="hidden", status=Item.Status.DRAFT
    )
    embed_all()
    return mohegan


def result_page(sam: Client, resort: Property, **changes: Any) -> str:
    form: dict[str, Any] = {
        "property": resort.pk,
        "question": "Where can I eat Italian food?",
    }
    answer = sam.get(ADDRESS, {**form, **changes})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_it_shows_every_stage(sam: Client, resort: Property) -> None:
    page = result_page(sam, resort)
    assert "Search results" in page
    assert page.index("Ballo") < page.index("Sol Toro")


def test_it_says_why_a_row_was_not_taken(
    sam: Client, resort: Property, foxwoods: Property
) -> None:
    factories.RestaurantFactory.create(property=foxwoods, name="Cedars")
    assert "It is not live at that time" in result_page(sam, resort, row="Hidden Grill")
    assert "It belongs to another property" in result_page(sam, resort, row="Cedars")
    assert "It is taken" in result_page(sam, resort, row="Ballo")


def test_it_knows_what_was_said_before(sam: Client, resort: Property) -> None:
    page = result_page(
        sam, resort, question="Is it open?", before="Tell me about Sol Toro"
    )
    assert "In focus: <strong>Sol Toro</strong>" in page


def test_it_shows_the_answer_and_keeps_no_conversation(
    sam: Client, resort: Property
) -> None:
    at = timezone.now().strftime("%Y-%m-%dT%H:%M")
    before = remembered()
    page = result_page(
        sam, resort, question="What does Ballo serve?", answer="1", at=at
    )
    assert "data-answer" in page
    assert "“Italian”" in page
    assert not Conversation.objects.exists()
    assert remembered() == before


def remembered() -> set[str]:
    """Threads that the graph keeps something of, of any test."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT thread_id FROM langgraph.checkpoints")
        return {str(row[0]) for row in cursor.fetchall()}


def test_a_draft_is_tried_and_stays_a_draft(sam: Client, resort: Property) -> None:
    row = Restaurant.objects.get(slug="hidden")
    row.cuisine = "Basque"
    row.save()
    wish: dict[str, Any] = {"question": "What does Hidden Grill serve?", "answer": "1"}
    before = remembered()
    assert "“Basque”" not in result_page(sam, resort, **wish)
    page = result_page(sam, resort, drafts="on", row="Hidden Grill", **wish)
    assert "It is taken" in page
    assert "“Basque”" in page
    row.refresh_from_db()
    assert row.status == Item.Status.DRAFT
    assert not Passage.objects.filter(item=row).exists()
    assert not Conversation.objects.exists()
    assert remembered() == before
    assert "“Basque”" not in result_page(sam, resort, **wish)


def test_several_drafts_with_hours_are_tried_together(
    sam: Client, sams_account: User, resort: Property
) -> None:
    for slug in ("ballo", "sol-toro"):
        row = Restaurant.objects.get(slug=slug)
        row.hours.create(weekday=0, opens_at="17:00", closes_at="22:00")
        content = snapshot.read(row)
        content["fields"]["cuisine"] = f"Drafted {slug}"
        row_drafts.keep(row, content, sams_account)
    page = result_page(
        sam, resort, drafts="on", question="What does Ballo serve?", answer="1"
    )
    assert "Drafted ballo" in page


def test_it_asks_for_what_is_missing(sam: Client, resort: Property) -> None:
    assert "This field is required" in result_page(sam, resort, question="")
    opened = sam.get(f"{ADDRESS}?property={resort.pk}&drafts=on")
    assert "This field is required" not in opened.content.decode()


def test_guests_do_not_see_it(alice: Client, resort: Property) -> None:
    assert alice.get(ADDRESS).status_code == 302
