"""Runs the guardrails over labelled messages; the benchmark's scorer judges them."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.concierge.guardrails import checks
from apps.llm.embeddings import MiniLMEmbedder, embedder
from benchmarks.guardrails import report
from benchmarks.training import guardrail_examples
from benchmarks.training.guardrail_examples import PASS

FIELDS = ("id", "text")


class Command(BaseCommand):
    help = "Writes for every message of a JSON-lines file which guardrail answers it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--input", type=Path, metavar="ROWS.jsonl")
        source.add_argument(
            "--held-back",
            action="store_true",
            help="the messages of the authors that nothing was trained or tuned on",
        )
        parser.add_argument("--output", type=Path, metavar="PRED.jsonl")
        parser.add_argument("--summary", type=Path, metavar="PAGE.md")

    def handle(self, **options: Any) -> None:
        path = options["input"]
        rows = list(_rows(path)) if path else _held_back()
        vectors = _vectors([row["text"] for row in rows])
        checks.inspect("Good evening")  # the first call reads families and weights
        predictions = [
            _predict(row, vector) for row, vector in zip(rows, vectors, strict=True)
        ]
        if output := options["output"]:
            _write(output, "".join(f"{json.dumps(line)}\n" for line in predictions))
        if summary := options["summary"]:
            if not all(row.keys() >= report.LABEL_FIELDS for row in rows):
                raise CommandError("A summary needs rows with labels.")
            pairs = [
                ({**row, "likely": prediction["likely"]}, str(prediction["predicted"]))
                for row, prediction in zip(rows, predictions, strict=True)
            ]
            _write(summary, report.page(pairs))
        self.stderr.write(f"{len(rows)} messages are judged.")


def _held_back() -> list[dict[str, str]]:
    examples = guardrail_examples.of_authors(guardrail_examples.HELD_BACK)
    return [
        {
            "id": str(number),
            "text": example.text,
            "expected": example.label,
            "lang": example.language,
            "nearby_category": example.nearby_category,
            "author": example.author,
        }
        for number, example in enumerate(examples)
    ]


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"Cannot write {path}: {error.strerror}.") from error


def _vectors(texts: list[str]) -> list[Sequence[float] | None]:
    """Vectors that the search of a turn computes anyway, so they are not timed."""
    model = embedder()
    if not isinstance(model, MiniLMEmbedder):
        return [None] * len(texts)
    return [*model.embed_queries(texts)]


def _predict(
    row: dict[str, str], vector: Sequence[float] | None
) -> dict[str, str | int]:
    started_at = time.perf_counter_ns()
    finding, _, by_weight = checks.explain(row["text"], vector)
    microseconds = (time.perf_counter_ns() - started_at) // 1000
    return {
        "id": row["id"],
        "predicted": finding.category if finding else PASS,
        "likely": by_weight.doubt,
        "us": microseconds,
    }


def _rows(path: Path) -> Iterator[dict[str, str]]:
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise CommandError(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not UTF-8 text.") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _row(line, f"{path.name}, line {number}")


def _row(line: str, place: str) -> dict[str, str]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise CommandError(f"{place}: not JSON ({error}).") from error
    if not isinstance(row, dict):
        raise CommandError(f"{place}: not an object.")
    missing_fields = [name for name in FIELDS if not isinstance(row.get(name), str)]
    if missing_fields:
        raise CommandError(f"{place}: no text in {', '.join(missing_fields)}.")
    return row
