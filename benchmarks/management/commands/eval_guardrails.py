"""Runs the production gate over labelled messages; a benchmark's scorer judges."""

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
    help = "Says for every message of a JSON-lines file which guardrail answers it."
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
        judged = [_judged(row, one) for row, one in zip(rows, vectors, strict=True)]
        try:
            with output.open("w", encoding="utf-8") as file:
                file.writelines(json.dumps(one) + "\n" for one in judged)
        except OSError as error:
            raise CommandError(f"Cannot write {output}: {error.strerror}.") from error
        if options["summary"]:
            labels = [str(one["predicted"]) for one in judged]
            page = report.page(list(zip(rows, labels, strict=True)))
            options["summary"].write_text(page, encoding="utf-8")
        self.stderr.write(f"{len(rows)} messages judged into {output}")


def _vectors(texts: list[str]) -> list[Sequence[float] | None]:
    """Those that the search of the turn computes anyway, so they are not timed."""
    model = embedder()
    if not isinstance(model, MiniLMEmbedder):
        return [None] * len(texts)
    return [*model.embed_queries(texts)]


def _judged(
    row: dict[str, str], vector: Sequence[float] | None
) -> dict[str, str | int]:
    started = time.perf_counter_ns()
    finding = checks.inspect(row["text"], vector)
    spent = (time.perf_counter_ns() - started) // 1000
    label = finding.category if finding else PASS
    return {"id": row["id"], "predicted": label, "us": spent}


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
    wrong = [name for name in FIELDS if not isinstance(row.get(name), str)]
    if wrong:
        raise CommandError(f"{place}: no text in {', '.join(wrong)}.")
    return row
