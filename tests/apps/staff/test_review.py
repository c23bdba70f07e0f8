"""Sam says whether an answer was right; every evaluation asks it from then on."""

from __future__ import annotations

import io
import json
import uuid

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from apps.conversations.models import (
    Conversation,
    EvaluationCase,
    Message,
    Review,
    Turn,
)
from apps.properties.models import Property
from tests import factories
from tests.admin_form import Form
from tests.apps.knowledge.searching import embed_all


@pytest.fixture
def turn(mohegan: Property) -> Turn:
    row = factories.RestaurantFactory.create(
        name="Ballo", slug="ballo", cuisine="Italian", hours=["0-6 17:00-22:00"]
    )
    talk = Conversation.objects.create(property=mohegan)
    turn = Turn.objects.create(
        conversation=talk,
        client_id=uuid.uuid4(),
        status="done",
        route="property_qa",
        asked_for=timezone.now(),
    )
    question = "I am at 860-555-0142, what does Ballo serve?"
    Message.objects.create(conversation=talk, turn=turn, role="guest", text=question)
    source = {"n": 1, "item_id": row.pk, "title": "Ballo", "quote": "Italian"}
    source |= {"field_label": "Cuisine", "sentence": "It serves Italian food."}
    Message.objects.create(
        conversation=talk,
        turn=turn,
        role="concierge",
        text="Italian food. [1]",
        citations=[source],
    )
    return turn


def test_it_suggests_a_case_without_personal_data(sam: Client, turn: Turn) -> None:
    page = sam.get(f"/admin/conversations/conversation/{turn.conversation_id}/change/")
    assert f"/admin/review/{turn.pk}/" in page.content.decode()
    form = Form(sam, f"/admin/review/{turn.pk}/")
    assert "860-555-0142" not in form.text
    assert form.values["cites"] == "Ballo"
    assert "/admin/catalog/restaurant/" in form.text


@pytest.mark.django_db(transaction=True)
def test_a_reviewed_turn_is_a_case_that_the_evaluation_asks(
    sam: Client, turn: Turn
) -> None:
    form = Form(sam, f"/admin/review/{turn.pk}/")
    form.fill(verdict="wrong", note="It is Greek.", is_case="on", says="Greek")
    sam.post(form.address, form.values)
    assert Review.objects.get(turn=turn).verdict == "wrong"
    case = EvaluationCase.objects.get()
    assert (case.says, case.cites, case.turn) == (["Greek"], "Ballo", turn)
    embed_all()
    assert evaluated()["grounded"] == "0/1"
    case.says = ["Italian"]
    case.save()
    assert evaluated() == {
        "grounded": "1/1",
        "cited": "1/1",
        "refused_rightly": "1/1",
        "language_right": "1/1",
        "failures": [],
    }


@pytest.mark.django_db(transaction=True)
def test_the_ops_room_knows_the_last_evaluation(
    admin_client: Client, turn: Turn
) -> None:
    EvaluationCase.objects.create(
        property=turn.conversation.property, ask="What does Ballo serve?", says=["Thai"]
    )
    embed_all()
    evaluated()
    page = admin_client.get("/admin/ops/").content.decode()
    assert "Last evaluation (extractive" in page
    metrics = Client().get("/metrics").content.decode()
    assert "concierge_evaluation_percent 75.0" in metrics


def evaluated() -> dict[str, object]:
    out = io.StringIO()
    call_command("eval_answers", reviewed=True, as_json=True, stdout=out)
    result: dict[str, object] = json.loads(out.getvalue())
    return result


def test_a_verdict_alone_keeps_no_case(sam: Client, turn: Turn) -> None:
    form = Form(sam, f"/admin/review/{turn.pk}/").fill(verdict="right")
    sam.post(form.address, form.values)
    assert Review.objects.get().by
    assert not EvaluationCase.objects.exists()
