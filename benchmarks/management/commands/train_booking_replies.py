"""Trains what reads guests' replies to a proposal, and says how often it is right."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.concierge.guardrails import networks
from apps.conversations.turns.bookings.words.learnt_labels import LearntLabels
from apps.conversations.turns.bookings.words.learnt_replies import Reply
from apps.llm.embeddings import MiniLMEmbedder, local
from benchmarks.training import booking_replies
from benchmarks.training.booking_replies import STATES, Judged
from benchmarks.training.labelled_messages import Example


class Command(BaseCommand):
    help = "Trains the networks that read replies to proposals; writes the weights."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--judge",
            action="store_true",
            help="train nothing; judge each author by what the others taught, and the "
            "authors kept apart by the weights in use and by the gate",
        )

    def handle(self, *, judge: bool, **_: Any) -> None:
        english = local()
        if not isinstance(english, MiniLMEmbedder):
            raise CommandError("Training needs the weights: see `make weights`.")
        for state, learnt in STATES.items():
            if judge:
                self._judge(state, learnt, english)
            else:
                networks.save(booking_replies.train(state, english), learnt.weights)

    def _judge(self, state: str, learnt: LearntLabels, english: MiniLMEmbedder) -> None:
        by_others = booking_replies.judged_by_others(state, english)
        weights = networks.load(learnt.weights)
        apart = booking_replies.judged_apart(state, weights, english)
        for name, judged in (("left out", by_others), ("kept apart", apart)):
            self.stdout.write(f"{state}, {name}: {_figures(judged, learnt)}")
        stopped = booking_replies.stopped_apart(state, english)
        self.stdout.write(f"{state}, stopped by the gate: {_shares(stopped, learnt)}")


def _figures(judged: Sequence[Judged], learnt: LearntLabels) -> str:
    """Of each reply, how many are read as meant, and what others are taken for it."""
    parts = []
    for label in learnt.labels:
        own = [reply for example, reply in judged if example.label == label]
        wrong = [
            example
            for example, reply in judged
            if reply == label and example.label != label
        ]
        taken_for = (
            "" if label == Reply.NONE else f" ({len(wrong)} others taken for it)"
        )
        right = sum(reply == label for reply in own)
        parts.append(f"{label} {right}/{len(own)}{taken_for}")
    return ", ".join(parts)


def _shares(stopped: Sequence[tuple[Example, bool]], learnt: LearntLabels) -> str:
    """Of each reply; what is none of them may hold a threat."""
    return ", ".join(
        f"{label} {sum(own)}/{len(own)}"
        for label in learnt.labels
        if (own := [is_stopped for each, is_stopped in stopped if each.label == label])
    )
