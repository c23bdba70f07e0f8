"""Measures answers from documents, with questions of two authors."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from django.core.management.base import BaseCommand

from benchmarks.documents import evaluation
from benchmarks.documents.evaluation import Outcome

MRR_RANKS = 5


class Command(BaseCommand):
    help = (
        "Asks what documents answer, in a database of its own, and judges where from."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--held-back",
            action="store_true",
            help="ask the questions that nothing was chosen on",
        )
        parser.add_argument("--verbose", action="store_true", help="print every miss")

    def handle(self, *, held_back: bool, verbose: bool, **_: Any) -> None:
        path = evaluation.HELD_BACK if held_back else evaluation.DEVELOPMENT
        outcomes = evaluation.run(evaluation.read(path))
        if verbose:
            self.stdout.write("\n".join(map(_miss, filter(_is_miss, outcomes))))
        for name, figure in figures(outcomes).items():
            self.stdout.write(f"{name:42}{figure:8.3f}")


def figures(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Shares, but for the milliseconds."""
    answerable = [own for own in outcomes if own.question.holds]
    unanswerable = [own for own in outcomes if not own.question.holds]
    return {
        "right sentence first": fmean(own.rank == 1 for own in answerable),
        "right sentence among five": fmean(
            0 < own.rank <= MRR_RANKS for own in answerable
        ),
        "MRR@5": fmean(_reciprocal(own.rank) for own in answerable),
        "told from a document": fmean(own.is_right for own in answerable),
        "another sentence told": fmean(own.is_wrong for own in answerable),
        "told though no document answers": fmean(own.is_wrong for own in unanswerable),
        "ms on a processor for the ranking": 1000
        * fmean(own.seconds for own in outcomes),
    }


def _reciprocal(rank: int) -> float:
    return 1 / rank if 0 < rank <= MRR_RANKS else 0.0


def _is_miss(outcome: Outcome) -> bool:
    return outcome.is_wrong or bool(outcome.question.holds and not outcome.is_right)


def _miss(outcome: Outcome) -> str:
    question = outcome.question
    return (
        f"{question.document}: {question.text} ({outcome.rank}) -> {outcome.told_text}"
    )
