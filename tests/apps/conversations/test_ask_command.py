"""`manage.py ask`: answers with the passages that they were made from, uncounted."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from apps.conversations.models import Alert, Conversation
from apps.conversations.single_question import MAX_PASSAGES
from apps.ops import tasks
from apps.ops.models import DailyTotals
from apps.properties.models import Property
from tests.apps.knowledge.searching import embed_all

pytestmark = pytest.mark.usefixtures("without_key")
CRISIS = "I want to kill myself"


def lines(*arguments: str, **options: Any) -> list[dict[str, Any]]:
    out = io.StringIO()
    call_command("ask", *arguments, stdout=out, **options)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_batch_lists_what_the_speaker_was_handed(
    resort: Property, tmp_path: Path
) -> None:
    embed_all()
    batch = tmp_path / "batch.jsonl"
    turns = ["What is the dress code at Ballo?", "Hello there"]
    batch.write_text(json.dumps({"id": "a", "turns": turns}) + "\n")
    [conversation] = lines(batch=batch)
    about_ballo, greeting = (turn["passages"] for turn in conversation["answers"])
    assert 0 < len(about_ballo) <= MAX_PASSAGES
    assert about_ballo[0]["row"] == "Ballo Italian Restaurant"
    assert all(passage["text"] for passage in about_ballo)
    assert greeting == []
    [line] = lines("Is parking free?", as_json=True)
    assert any("park" in passage["text"].lower() for passage in line["passages"])


def test_what_staff_ask_counts_as_no_guest(resort: Property) -> None:
    lines(CRISIS, as_json=True)
    assert not Conversation.objects.get().is_from_guest
    assert not Alert.objects.exists()
    tasks.total_days()
    today = DailyTotals.objects.filter(property=resort).latest("day")
    assert (today.questions, today.stopped, today.answer_p95_ms) == (0, 0, 0)
    metrics = Client().get("/metrics").content.decode()
    assert 'concierge_turns_day{status="done"} 0.0' in metrics
    assert "guardrail_day{" not in metrics
    assert 'concierge_answer_ms{quantile="0.99"} 0.0' in metrics
