"""Messages outside the project, in JSON lines: benchmarks and natural requests."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from django.core.management.base import CommandError

from apps.concierge.guardrails import checks
from benchmarks.training.guardrail_examples import PASS, Example


def examples(paths: Sequence[Path]) -> list[Example]:
    """Of a benchmark's development half, or natural requests, which have no label.

    The author is the source of the row. Benchmarks that know no emergencies call them
    harmless: those are left out.
    """
    return [example for path in paths for example in _rows(path)]


def _rows(path: Path) -> Iterator[Example]:
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise CommandError(f"Cannot read {path}: {error.strerror}.") from error
    for line in filter(None, lines):
        row = json.loads(line)
        label, language = row.get("expected", PASS), row.get("lang", "en")
        if label != PASS or checks.cry(row["text"]) is None:
            yield Example(
                row["text"],
                label,
                language,
                author=row["source"],
                also_ok=tuple(row.get("also_ok", ())),
            )
