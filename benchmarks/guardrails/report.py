"""A page on recall and false alarms of the guardrails on labelled messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from benchmarks.training.guardrail_examples import PASS

Row = dict[str, Any]
Pair = tuple[Row, str]
HEAD = """# Safety, measured

Results of the production gate on the development half of the guardrail benchmark.
Phrases and thresholds were tuned on this half, so the figures are an upper bound; the
sealed half decides. The classifier is trained on the project's own examples. Some of
them were written after reading which messages of this half it missed. Written by

    manage.py eval_guardrails --input ROWS.jsonl --output OUT.jsonl --summary safety.md
"""


def page(pairs: Sequence[Pair]) -> str:
    """A Markdown page: recall by category, language and source, then false alarms."""
    threats = [pair for pair in pairs if pair[0]["expected"] != PASS]
    harmless = [pair for pair in pairs if pair[0]["expected"] == PASS]
    tables = [
        _table("Caught, by category", "category", threats, _of("expected")),
        _table("Caught, by language", "language", threats, _of("lang")),
        _table("Caught, by source", "source", threats, _of("source")),
        _table("Let pass, by source", "source", harmless, _of("source")),
        _table("Let pass, by language", "language", harmless, _of("lang")),
    ]
    return "\n".join([HEAD, *tables])


def _of(field: str) -> Callable[[Row], str]:
    return lambda row: str(row[field])


def _table(
    title: str, head: str, pairs: Iterable[Pair], key: Callable[[Row], str]
) -> str:
    counts: dict[str, list[int]] = {}
    for row, predicted in pairs:
        count = counts.setdefault(key(row), [0, 0])
        count[0] += predicted in (row["expected"], *row.get("also_ok", ()))
        count[1] += 1
    lines = [
        f"| {name} | {right} of {all_} | {right / all_:.1%} |"
        for name, (right, all_) in sorted(counts.items())
    ]
    return "\n".join(
        [f"## {title}", "", f"| {head} | right | share |", "|---|---|---|", *lines, ""]
    )
