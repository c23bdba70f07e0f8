"""Asks a set of questions through the real graph and judges the answers."""

from __future__ import annotations

import asyncio
import json
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import BaseCommand, CommandError
from pydantic import TypeAdapter, ValidationError

from apps.conversations import langfuse_export, single_question
from apps.conversations.review import answer_checks, cases
from apps.conversations.review.answer_checks import Case, Report
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads, loop_clients
from apps.properties.models import Property

QUESTIONS = Path(answer_checks.__file__).with_name("questions.yaml")
# The questions of the demo properties are answered as of this evening.
EVENING = "2026-11-20T18:30"
CASES = TypeAdapter(list[Case])


class Command(BaseCommand):
    help = "Asks a set of questions with this provider and checks the answers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--questions", type=Path, default=QUESTIONS)
        parser.add_argument("--at", type=datetime.fromisoformat, default=EVENING)
        parser.add_argument(
            "--reviewed", action="store_true", help="use the cases that staff have made"
        )
        parser.add_argument(
            "--context",
            action="store_true",
            help="also say how often the passages held what the answer needs",
        )
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, **options: Any) -> None:
        is_reviewed, path = options["reviewed"], options["questions"]
        case_list = cases.stored_cases() if is_reviewed else _read(path)
        at = options["at"]
        at = datetime.fromisoformat(at) if isinstance(at, str) else at
        report = asyncio.run(_run(case_list, at, options["context"]))
        langfuse_export.score(report.scores)
        cases.save_run(report)
        if options["as_json"]:
            result = {**report.figures(), "failures": report.failures}
            self.stdout.write(json.dumps(result, ensure_ascii=False))
            return
        for failure in report.failures:
            self.stdout.write("{mark}: {ask}\n    {answer}".format(**failure))
        for mark, figure in report.figures().items():
            self.stdout.write(f"{mark.replace('_', ' '):16} {figure}")


def _read(file: Path) -> list[Case]:
    try:
        return CASES.validate_python(yaml.safe_load(file.read_text()))
    except (OSError, ValidationError, yaml.YAMLError) as error:
        raise CommandError(f"{file}: {error}") from error


async def _run(case_list: list[Case], at: datetime, with_context: bool) -> Report:
    report, turns = Report(with_context=with_context), TurnRunner()
    try:
        for case in case_list:
            place = await Property.objects.aget(slug=case.property)
            local = at if at.tzinfo else at.replace(tzinfo=place.zone)
            moment = case.at or local
            thread = await database_threads.run(
                single_question.conversation_of,
                place,
                None,
                "web",
                is_from_guest=False,
            )
            for text in case.before:
                await single_question.ask(turns, thread, text, moment)
            result = await single_question.ask(turns, thread, case.ask, moment)
            await database_threads.run(report.take, case, result, place)
    finally:
        await loop_clients.close()
    return report
