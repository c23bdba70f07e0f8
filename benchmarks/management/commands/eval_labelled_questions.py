"""Asks the authors' questions whose answering rows are known, and counts outcomes."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand

from benchmarks.guest_questions import labelled
from benchmarks.guest_questions.labelled import Answer

FAULTS = {"other row", "nothing", "claimed"}


class Command(BaseCommand):
    help = "Asks the questions of authors in a database of its own, by the whole graph."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("authors", nargs="*", help="names of their files")
        parser.add_argument("--verbose", action="store_true", help="print every miss")
        parser.add_argument(
            "--unseen",
            action="store_true",
            help="ask each resort by a ranking that has learnt from the others alone",
        )

    def handle(
        self, *, authors: Sequence[str], verbose: bool, unseen: bool, **_: Any
    ) -> None:
        answers = labelled.run(authors, is_unseen=unseen)
        for answer in answers if verbose else ():
            self._print_miss(answer)
        for name, outcome, count, total in labelled.figures(answers):
            share = count / total
            self.stdout.write(
                f"{name:10}{outcome:12}{count:6} of {total:5} {share:6.1%}"
            )

    def _print_miss(self, answer: Answer) -> None:
        is_held = answer.question.rows and answer.outcome == "uncertain"
        if answer.outcome not in FAULTS and not is_held:
            return
        own = answer.question
        self.stdout.write(
            f"{answer.outcome.upper()} {answer.conversation.author} “{own.text}” "
            f"[{own.shape}: {', '.join(own.rows)}]\n"
            f"    ({answer.route}) {' '.join(answer.text.split())[:400]}"
        )
