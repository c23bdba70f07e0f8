"""Sam trains the gate without each author and source, and judges those."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from benchmarks.guardrails import left_out
from benchmarks.training import guardrail_examples
from benchmarks.training.guardrail_examples import FIRST_AUTHOR, Example

NEED = "a{} lost the rent at your slots and cannot stop"
QUESTION = "when does the pool{} open"


def _examples(author: str) -> list[Example]:
    needs = [
        Example(NEED.format(n), "responsible_gaming", "en", author) for n in range(8)
    ]
    return [*needs, *(Example(QUESTION.format(n), "pass", "en", author) for n in "ab")]


def test_it_judges_every_author_and_source_but_the_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = [*_examples(FIRST_AUTHOR), *_examples("x")]
    monkeypatch.setattr(guardrail_examples, "read", lambda: own)
    further, output = tmp_path / "further.jsonl", tmp_path / "rows.jsonl"
    row = {"text": "is there a gym", "source": "hotels_a", "expected": "pass"}
    also_ok = ["pass", "responsible_gaming"]
    either = {**row, "text": "help", "expected": "self_harm", "also_ok": also_ok}
    lines = [json.dumps(row), json.dumps(either), ""]
    further.write_text("\n".join(lines), encoding="utf-8")
    summary = tmp_path / "page.md"
    call_command(
        "cross_validate_guardrails",
        further=[further],
        output=output,
        summary=summary,
        processes=1,
    )
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert {row["source"] for row in rows} == {"x", "hotels_a"}
    assert len(rows) == 12
    assert {row["predicted"] for row in rows} <= {"pass", "responsible_gaming"}
    page = summary.read_text(encoding="utf-8")
    assert "| hotels_a | 1 of 1 | 100%" in page
    assert "| self_harm | 1 of 1 |" in page.partition("strictly")[0]
    assert "| self_harm | 0 of 1 |" in page.partition("strictly")[2]
    assert "## Authors: caught in English" in page


def test_what_is_left_out_together_is_left_out_whole() -> None:
    names = ["a", "b", "c", "d", "e", "f", "g", "hotels_a", "hotels_b", "talk"]
    examples = [
        Example(f"{name} {number}", "pass", "en", name)
        for number in range(3)
        for name in [FIRST_AUTHOR, *names]
    ]
    sources_of_folds = [
        {left_out.source(examples[place]) for place in fold}
        for fold in left_out.folds(examples)
    ]
    assert sorted(name for names in sources_of_folds for name in names) == [
        *("a", "b", "c", "d", "e", "f", "g", "hotels", "talk")
    ]
    assert sum(map(len, left_out.folds(examples))) == 3 * len(names)
