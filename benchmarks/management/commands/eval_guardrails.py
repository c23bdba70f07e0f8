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

PASS = "pass"  # noqa: S105 - a label
FIELDS = ("id", "text")


class Command(BaseCommand):
    help = "Writes for every message of a JSON-lines file which guardrail answers it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--input", type=Path, required=True, metavar="ROWS.jsonl")
        parser.add_argument("--output", type=Path, required=True, metavar="PRED.jsonl")
        parser.add_argument(
            "--summary", type=Path, metavar="PAGE.md", help="needs labels in the rows"
        )

    def handle(self, *, output: Path, **options: Any) -> None:
        rows = list(_rows(options["input"]))
        vectors = _vectors([row["text"] for row in rows])
        checks.inspect("Good evening")  # the first call reads families and weights
        predictions = [
            _predict(row, vector) for row, vector in zip(rows, vectors, strict=True)
        ]
        try:
            with output.open("w", encoding="utf-8") as file:
                file.writelines(
                    json.dumps(prediction) + "\n" for prediction in predictions
                )
        except OSError as error:
            raise CommandError(f"Cannot write {output}: {error.strerror}.") from error
        if options["summary"]:
            labels = [str(prediction["predicted"]) for prediction in predictions]
            page = report.page(list(zip(rows, labels, strict=True)))
            options["summary"].write_text(page, encoding="utf-8")
        self.stderr.write(f"{len(rows)} messages are judged in {output}")


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
    finding = checks.inspect(row["text"], vector)
    microseconds = (time.perf_counter_ns() - started_at) // 1000
    label = finding.category if finding else PASS
    return {"id": row["id"], "predicted": label, "us": microseconds}


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
