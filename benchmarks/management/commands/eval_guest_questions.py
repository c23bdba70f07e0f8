"""Asks what guests of a resort that is only fixtures type, and judges the answers."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import BaseCommand, CommandError

from apps.catalog.demo.fixture_files import FixtureError
from benchmarks.guest_questions import question_file, runner
from benchmarks.guest_questions.question_file import QuestionFile
from benchmarks.guest_questions.runner import Answer

RESORT = Path(__file__).parents[2] / "third_resort"
FIGURES: dict[str, Callable[[Answer], bool | None]] = {
    "right": lambda answer: answer.verdict.is_right,
    "direct": lambda answer: answer.verdict.is_direct,
    "wrong facts": lambda answer: answer.verdict.is_wrong,
    "language kept": lambda answer: (
        None if answer.language == "en" else answer.verdict.is_in_language
    ),
    "refused though answerable": lambda answer: (
        answer.verdict.is_refused if answer.question.is_answerable else None
    ),
    "doubted though right": lambda answer: (
        answer.verdict.is_doubted
        if answer.question.is_answerable and answer.verdict.is_right
        else None
    ),
}


class Command(BaseCommand):
    help = "Asks a resort's questions in a database of its own and judges the answers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--fixtures", type=Path, default=RESORT / "fixtures")
        parser.add_argument("--questions", type=Path, default=RESORT / "questions.yaml")
        parser.add_argument(
            "--detect",
            action="store_true",
            help="leave the language of the questions to be detected",
        )
        parser.add_argument("--verbose", action="store_true", help="print every miss")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, **options: Any) -> None:
        questions = _read(options["questions"])
        try:
            answers = runner.run(
                options["fixtures"], questions, with_language=not options["detect"]
            )
        except FixtureError as error:
            raise CommandError(str(error)) from error
        if options["as_json"]:
            report = {"figures": figures(answers), "answers": _rows(answers)}
            self.stdout.write(json.dumps(report, ensure_ascii=False))
            return
        if options["verbose"]:
            self.stdout.write("\n".join(_misses(answers)))
        for name, (count, total) in figures(answers).items():
            share = f"{count / total:6.1%}" if total else "     -"
            self.stdout.write(f"{name:28}{count:5} of {total:4} {share}")


def _read(path: Path) -> QuestionFile:
    try:
        return question_file.read(path)
    except (OSError, ValueError, KeyError, re.error, yaml.YAMLError) as error:
        raise CommandError(f"{path} cannot be read: {error!r}") from error


def figures(answers: Sequence[Answer]) -> dict[str, tuple[int, int]]:
    """For each figure, how many answers have it and how many it applies to."""
    counts = {}
    for name, figure in FIGURES.items():
        values = [value for value in map(figure, answers) if value is not None]
        counts[name] = (sum(values), len(values))
    return counts


def _misses(answers: Sequence[Answer]) -> list[str]:
    return [line for answer in answers for line in _miss(answer)]


def _miss(answer: Answer) -> list[str]:
    verdict = answer.verdict
    faults = [
        name
        for name, is_faulty in {
            "MISS": not verdict.is_right,
            "BURIED": verdict.is_right and verdict.is_direct is False,
            "DOUBTED": verdict.is_doubted,
            "LANGUAGE": answer.language != "en" and not verdict.is_in_language,
        }.items()
        if is_faulty
    ]
    if not faults:
        return []
    return [
        f"{' '.join(faults)} {answer.name} “{answer.question.text}”",
        f"    {' '.join(answer.text.split())[:400]}",
        *(f"    {reason}" for reason in verdict.reasons),
    ]


def _rows(answers: Sequence[Answer]) -> list[dict[str, Any]]:
    return [
        {
            "id": answer.name,
            "kind": answer.question.kind,
            "language": answer.language,
            "question": answer.question.text,
            "answer": answer.text,
            "route": answer.result["route"],
            "guardrail": answer.result["guardrail"],
            "cited": [row["title"] for row in answer.result["citations"]],
            "passages": [row["row"] for row in answer.result["passages"]],
            "right": answer.verdict.is_right,
            "direct": answer.verdict.is_direct,
            "wrong": answer.verdict.is_wrong,
            "in_language": answer.verdict.is_in_language,
            "refused": answer.verdict.is_refused,
            "doubted": answer.verdict.is_doubted,
            "reasons": list(answer.verdict.reasons),
        }
        for answer in answers
    ]
