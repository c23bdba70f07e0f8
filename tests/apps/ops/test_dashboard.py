"""Olga sees at a glance that it is well; Prometheus reads the same numbers."""

from __future__ import annotations

import json
import re
import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_celery_results.models import TaskResult
from pytest_django import Settings
from redis import Redis

from apps.conversations.models import Alert, Conversation, Message, Turn
from apps.infrastructure import redis
from apps.infrastructure.workers import worker_heartbeats
from apps.ops.models import DailyTotals
from apps.properties.models import Property

ROOM = "/admin/ops/"


@pytest.fixture
def day(mohegan: Property) -> Conversation:
    """One answer with a source, one that the gate stopped, one that runs."""
    talk = Conversation.objects.create(property=mohegan)
    steps = [("generate", 90.0), ("generate", 30.0), ("fallback", 2.0)]
    nodes = [{"node": node, "duration_ms": ms, "metadata": {}} for node, ms in steps]
    answered = turn(
        talk,
        status="done",
        duration_ms=120,
        first_token_ms=40,
        nodes=nodes,
        cost_micros=3000,
    )
    Message.objects.create(
        conversation=talk,
        turn=answered,
        role="concierge",
        text="a",
        citations=[{"n": 1}],
    )
    crisis = turn(talk, status="done", guardrail="self_harm", duration_ms=8)
    Alert.objects.create(
        conversation=talk, turn=crisis, property=mohegan, kind="crisis"
    )
    turn(talk, status="running")
    return talk


def test_it_shows_a_period_and_a_property_on_its_clock_with_money_to_read(
    admin_client: Client, day: Conversation, foxwoods: Property
) -> None:
    totals = {"questions": 1200, "cited": 600, "answer_p95_ms": 61_000}
    DailyTotals.objects.create(
        property=day.property, day="2026-11-18", cost_micros=4_250_000, **totals
    )
    Turn.objects.filter(cost_micros=3000).update(duration_ms=65_000)
    shown = admin_client.get(ROOM).content.decode()
    cards = cards_of(shown)
    assert cards["Average cost of an answer"] == "0.15¢"
    assert cards["Whole answer, 99% within"] == "1 min 4 s"
    assert "Times are those of America/New_York" in shown
    for words in ("Nov. 16, 2026", "1,200", "50%", "$4.25", "1 min 1 s"):
        assert words in shown
    hour = {"created_at": timezone.now() - timedelta(days=3)}
    Turn.objects.filter(cost_micros=3000).update(**hour)
    answered = {
        (period, place): cards_of(
            admin_client.get(
                ROOM, {"period": period, "property": place}
            ).content.decode()
        )["Answered"]
        for period in ("day", "week", "no such period")
        for place in ("", "foxwoods", "mohegan-sun", "nowhere")
    }
    assert answered["day", ""] == answered["no such period", "nowhere"] == "1"
    assert answered["week", ""] == answered["week", "mohegan-sun"] == "2"
    assert answered["week", "foxwoods"] == answered["day", "foxwoods"] == "0"


def turn(talk: Conversation, **values: object) -> Turn:
    return Turn.objects.create(conversation=talk, client_id=uuid.uuid4(), **values)


def test_the_room_shows_five_rows_and_leads_to_the_lists(
    admin_client: Client, day: Conversation
) -> None:
    page = admin_client.get(ROOM).content.decode()
    for row in ("Now", "Speed", "Quality", "Safety", "Cost and data"):
        assert f'aria-label="{row}"' in page
    assert "Stopped: self harm" in page
    assert "turns__guardrail=self_harm" in page
    assert "2 in 24 hours" in page


def test_prometheus_reads_the_same_numbers(day: Conversation) -> None:
    text = Client().get("/metrics").content.decode()
    assert "concierge_turns_running 1.0" in text
    assert 'concierge_turns_day{status="done"} 2.0' in text
    assert 'concierge_guardrail_day{category="self_harm",language="en"} 1.0' in text
    assert "concierge_turns_cited_day 1.0" in text
    assert "concierge_alerts_unseen 1.0" in text
    assert "concierge_worker_age_seconds -1.0" in text
    assert 'concierge_node_ms{node="fallback"} 2.0' in text
    assert "concierge_turns_retried_day 1.0" in text
    assert "concierge_turns_fallback_day 1.0" in text
    assert "concierge_cost_answer_usd 0.0015" in text
    assert 'concierge_answer_ms{quantile="0.99"} 119.0' in text


@pytest.mark.django_db
def test_the_numbers_are_for_who_has_the_token(settings: Settings) -> None:
    settings.METRICS_TOKEN = "t0ken"  # noqa: S105 - it opens nothing
    assert Client().get("/metrics").status_code == 401
    with_it = Client(headers={"authorization": "Bearer t0ken"})
    assert with_it.get("/metrics").status_code == 200
    settings.METRICS_TOKEN = ""
    settings.IS_PRODUCTION = True
    assert Client().get("/metrics").status_code == 404


def test_guests_and_other_staff_do_not_see_the_room(
    alice: Client, sam: Client, mohegan: Property
) -> None:
    assert alice.get(ROOM).status_code == 302
    assert sam.get(ROOM).status_code == 200
    assert Client().get(ROOM).status_code == 302


def test_more_turns_ask_the_database_no_more_often(
    admin_client: Client, day: Conversation
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as queries_made:
            assert admin_client.get(ROOM).status_code == 200
        return len(queries_made)

    query_count = queries()
    for _ in range(20):
        turn(day, status="done", duration_ms=5)
    assert queries() == query_count


def cards_of(page: str) -> dict[str, str]:
    """What each gauge of the dashboard shows, by its title."""
    pairs = re.findall(
        r'<p class="text-sm">([^<]+)</p>\s*<p class="text-xl[^>]+>([^<]+)</p>', page
    )
    return {title: " ".join(value.split()) for title, value in pairs}


def test_it_says_none_and_never_instead_of_a_negative_age(
    admin_client: Client, mohegan: Property
) -> None:
    redis.broker().delete(worker_heartbeats.QUEUE)
    worker_heartbeats.forget_heartbeat()
    shown = cards_of(admin_client.get(ROOM).content.decode())
    assert shown["Oldest queued task"] == "none"
    assert shown["Oldest turn"] == "none"
    assert shown["Last heartbeat of a worker"] == "none"
    assert shown["Last task sent by beat"] == "never"
    assert shown["Last task done by a worker"] == "never"


def test_it_shows_no_age_below_zero_when_clocks_differ(
    admin_client: Client, day: Conversation
) -> None:
    later = timezone.now() + timedelta(minutes=5)
    Turn.objects.update(created_at=later)
    TaskResult.objects.create(task_id="early", status="SUCCESS")
    TaskResult.objects.update(date_done=later)
    message = {"headers": {worker_heartbeats.SENT_AT: later.timestamp()}}
    redis.broker().delete(worker_heartbeats.QUEUE)
    redis.broker().rpush(worker_heartbeats.QUEUE, json.dumps(message))
    shown = cards_of(admin_client.get(ROOM).content.decode())
    redis.broker().delete(worker_heartbeats.QUEUE)
    assert shown["Oldest queued task"] == "0 s"
    assert shown["Oldest turn"] == "0 s"
    assert shown["Last task done by a worker"] == "0 s"


def test_it_says_unknown_while_the_broker_is_away(
    admin_client: Client, mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = Redis.from_url("redis://127.0.0.1:1/0")
    monkeypatch.setattr(redis, "broker", lambda: away)
    shown = cards_of(admin_client.get(ROOM).content.decode())
    assert shown["Queued tasks"] == "unknown"
