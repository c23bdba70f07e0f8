"""Judges every author and source by guardrails that were trained on the others."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.llm.embeddings import MiniLMEmbedder, local
from benchmarks.guardrails import left_out, report
from benchmarks.training import guardrail_examples, guardrail_weights


class Command(BaseCommand):
    help = "Trains the guardrails without each author and source, and judges those."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--further", type=Path, nargs="*", default=())
        parser.add_argument("--processes", type=int, default=2)
        parser.add_argument("--output", type=Path, metavar="ROWS.jsonl")
        parser.add_argument("--summary", type=Path, metavar="PAGE.md")

    def handle(
        self,
        *,
        further: Sequence[Path],
        processes: int,
        output: Path | None,
        summary: Path | None,
        **_: Any,
    ) -> None:
        english = local()
        if not isinstance(english, MiniLMEmbedder):
            raise CommandError("Training needs the weights: see `make weights`.")
        own = guardrail_examples.read()
        examples = [*own, *guardrail_examples.examples(further)]
        messages = guardrail_weights.corpus(examples, english)
        rows = list(left_out.judged(messages, processes))
        if output:
            lines = (f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
            output.write_text("".join(lines), encoding="utf-8")
        page = report.page_of_sources(rows)
        if summary:
            summary.write_text(page, encoding="utf-8")
        self.stdout.write(page)
