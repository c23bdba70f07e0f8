"""Staff see how often guests were answered from a row, and what they had asked."""

from __future__ import annotations

import uuid

import pytest
from django.core.cache import cache
from django.utils import timezone

from apps.catalog.models import Item
from apps.conversations.models import Conversation, Message, Turn
from apps.properties.models import Property
from apps.staff.citations import counts
from tests import factories


@pytest.fixture
def tuscany(mohegan: Property) -> Item:
    cache.delete(counts.CACHE_KEY)
    return factories.RestaurantFactory.create(property=mohegan)


def answered(row: Item, question: str, *, is_from_guest: bool) -> None:
    """A question whose answer cites the row."""
    talk = Conversation.objects.create(
        property=row.property, is_from_guest=is_from_guest
    )
    turn = Turn.objects.create(conversation=talk, client_id=uuid.uuid4(), status="done")
    owner = {"conversation": talk, "turn": turn}
    Message.objects.create(role="guest", text=question, **owner)
    citations = [{"n": 1, "item_id": row.pk}]
    Message.objects.create(role="concierge", text="a", citations=citations, **owner)


def test_what_staff_and_evaluations_ask_counts_for_no_row(tuscany: Item) -> None:
    answered(tuscany, "Is Tuscany expensive?", is_from_guest=True)
    answered(tuscany, "Is there a dress code?", is_from_guest=False)
    assert counts.by_item(timezone.now()) == {tuscany.pk: 1}
    [question] = counts.latest_questions(tuscany.pk)
    assert question.text == "Is Tuscany expensive?"
