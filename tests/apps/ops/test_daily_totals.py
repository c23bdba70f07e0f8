"""What a day came to, on the clock of its property."""

from __future__ import annotations

import uuid

from django.test import Client
from django.utils import timezone

from apps.conversations.models import Conversation, Feedback, Message, Turn
from apps.conversations.turns.limits import spending
from apps.llm.meter import Meter
from apps.ops import tasks
from apps.ops.models import DailyTotals
from apps.properties.models import Property


def test_a_day_is_summed_on_the_clock_of_its_property(
    mohegan: Property, foxwoods: Property, admin_client: Client
) -> None:
    talk = Conversation.objects.create(property=mohegan)
    turn = Turn.objects.create(
        conversation=talk,
        client_id=uuid.uuid4(),
        status="done",
        cost_micros=1500,
        duration_ms=90,
    )
    Message.objects.create(
        conversation=talk, turn=turn, role="concierge", text="a", citations=[{"n": 1}]
    )
    Feedback.objects.create(conversation=talk, turn=turn, rating=5)
    # A second turn: what is spent beside the turns is counted once all the same.
    Turn.objects.create(conversation=talk, client_id=uuid.uuid4(), status="stopped")
    spending.charge_property(
        mohegan.pk, "replay", Meter({"gemini-2.5-pro": (400, 0)}), timezone.now()
    )
    assert tasks.total_days() == 4
    assert tasks.total_days() == 4
    today = DailyTotals.objects.filter(property=mohegan).latest("day")
    assert (today.questions, today.cited, today.thumbs_up) == (2, 1, 1)
    assert today.cost_micros == 2000
    assert DailyTotals.objects.filter(property=foxwoods).latest("day").questions == 0
    assert "0.2¢" in admin_client.get("/admin/ops/dailytotals/").content.decode()
    dashboard = admin_client.get("/admin/ops/").content.decode()
    assert "<td>1 up, 0 down</td>" in dashboard
    assert "<td>0.2¢</td>" in dashboard
    metrics = Client().get("/metrics").content.decode()
    assert 'concierge_cost_day_usd{property="mohegan-sun"} 0.002' in metrics
