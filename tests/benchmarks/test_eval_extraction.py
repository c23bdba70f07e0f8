"""The measuring of facts: what counts as right, wrong and missed."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from benchmarks.extraction import evaluation, hotel_slots

LEAST_PRECISION, LEAST_RECALL = 0.97, 0.85


def report(tmp_path: Path, rows: list[dict[str, Any]], *options: str) -> str:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    out = StringIO()
    call_command("eval_extraction", *options, path, "--misses", stdout=out)
    return out.getvalue()


def test_it_counts_what_is_right_wrong_and_missed(tmp_path: Path) -> None:
    rows = [
        {"text": "I'm vegan", "language": "en", "facts": {"dietary_needs": ["vegan"]}},
        {"text": "we are four", "language": "en", "facts": {"party_size": 5}},
    ]
    text = report(tmp_path, rows, "--rows")
    assert "precision 0.500   recall 0.500" in text
    assert "wrong: [('party_size', '4')]" in text
    assert "missed: [('party_size', '5')]" in text


def test_it_reads_the_slots_of_hotel_requests(tmp_path: Path) -> None:
    slots = {
        "adults": {"text": "2", "value": 2},
        "kids": {"text": "a child", "value": 1},
        "date_from": {"text": "26 Mar", "value": {"day": 26, "month": 3, "year": 2022}},
        "date_period": {"text": "3 nights"},
    }
    request = "2 adults and a child, 3 nights from 26 Mar"
    row = {"text": request, "intents": ["booking"], "slots": slots}
    text = report(tmp_path, [row], "--hotels")
    assert "precision 1.000   recall 1.000" in text
    assert "party_size         right    1" in text


def test_a_day_has_to_agree_with_the_words_of_its_slot(tmp_path: Path) -> None:
    labelled = {"text": "the 26th", "value": {"day": 26, "month": 4, "year": 2022}}
    for words, right in (("the 26th", 1), ("the 27th", 0)):
        row = {
            "text": f"we arrive on {words}",
            "intents": [],
            "slots": {"date_from": labelled},
        }
        path = tmp_path / "rows.jsonl"
        path.write_text(json.dumps(row))
        score, _ = evaluation.evaluate(hotel_slots.read(path))
        assert score.right["visit_dates"] == right


@pytest.mark.parametrize(
    "path",
    [
        evaluation.HELD_BACK,
        evaluation.HELD_BACK_GUESTS,
        evaluation.HELD_BACK_STRANGER,
    ],
)
def test_it_lists_no_message_that_is_held_back(path: Path) -> None:
    out = StringIO()
    call_command("eval_extraction", "--held-back", "--misses", stdout=out)
    assert path.name in out.getvalue()
    assert not any(row.text in out.getvalue() for row in evaluation.read(path))


@pytest.mark.parametrize(
    "path",
    [evaluation.PERSONAS, evaluation.FURTHER_PERSONAS, evaluation.FURTHER_NIGHT_DESK],
)
def test_hardly_anything_is_taken_that_guests_do_not_tell(path: Path) -> None:
    score, _ = evaluation.evaluate(evaluation.read(path))
    assert score.precision >= LEAST_PRECISION


@pytest.mark.parametrize("path", [evaluation.MESSAGES, evaluation.NIGHT_DESK])
def test_the_facts_of_the_messages_are_taken(path: Path) -> None:
    score, _ = evaluation.evaluate(evaluation.read(path))
    assert score.precision >= LEAST_PRECISION
    assert score.recall >= LEAST_RECALL
