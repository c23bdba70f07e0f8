"""How often messages about bookings are read as their authors meant them."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.concierge.guardrails import networks
from apps.conversations.turns.bookings.words import learnt_meanings, phrases
from apps.conversations.turns.bookings.words.learnt_meanings import (
    CERTAIN,
    LIKELY,
    MEANINGS,
    NONE,
    SURE,
    LearntMeaning,
)
from apps.llm.embeddings import MiniLMEmbedder, local
from benchmarks.training import booking_meanings, labelled_messages
from benchmarks.training.booking_meanings import RECORDS
from benchmarks.training.labelled_messages import Example

Judged = tuple[Example, LearntMeaning]


class Command(BaseCommand):
    help = "Judges the reading of messages about bookings, each author left out."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--held-back",
            action="store_true",
            help="judge the author kept apart, by the weights in use",
        )
        parser.add_argument("--weights", type=Path, default=learnt_meanings.WEIGHTS)

    def handle(self, *, held_back: bool, weights: Path, **_: Any) -> None:
        english = local()
        if not isinstance(english, MiniLMEmbedder):
            raise CommandError("Judging needs the weights: see `make weights`.")
        if held_back:
            examples = labelled_messages.read(booking_meanings.HELD_BACK)
            vectors = labelled_messages.vectors(examples, english)
            chances = labelled_messages.chances(networks.load(weights), vectors)
            meanings = map(learnt_meanings.of_chances, chances)
            judged = list(zip(examples, meanings, strict=True))
        else:
            judged = list(_left_out(english))
        for name, least in (("bookings unknown", SURE), ("bookings known", LIKELY)):
            self.stdout.write(
                f"{name}, least chance {least}: {_figures(judged, least)}"
            )
        self.stdout.write(f"by language: {_by_language(judged)}")
        self.stdout.write(f"by meaning: {_by_meaning(judged)}")


def _left_out(english: MiniLMEmbedder) -> Iterator[Judged]:
    """Each author judged by what the others taught; questions of resorts in parts."""
    authors = labelled_messages.read(booking_meanings.AUTHORS)
    examples = [*authors, *booking_meanings.of_records()]
    vectors = labelled_messages.vectors(examples, english)
    truth = labelled_messages.truth(examples, MEANINGS)
    names = sorted({example.author for example in authors})
    groups = [
        names[place % len(names)] if example.author == RECORDS else example.author
        for place, example in enumerate(examples)
    ]
    parts = labelled_messages.left_out(vectors, truth, len(MEANINGS), groups)
    for places, chances in parts:
        for place, row in zip(places, chances, strict=True):
            yield examples[place], learnt_meanings.of_chances(row)


def _read(example: Example, learnt: LearntMeaning, least: float) -> str:
    """By phrases first, as in a turn."""
    message = phrases.read(example.text)
    if message:
        name = phrases.LEARNT_NAMES.get(message.meaning, message.meaning)
        is_overruled = learnt.chance >= CERTAIN
        return learnt.meaning if is_overruled else name
    return learnt.meaning if learnt.chance >= least else NONE


def _figures(judged: Sequence[Judged], least: float) -> str:
    read = [(own, _read(own, learnt, least)) for own, learnt in judged]
    own = [(each.label, name) for each, name in read if each.label != NONE]
    nearby = [
        name for each, name in read if each.label == NONE and each.author != RECORDS
    ]
    records = [name for each, name in read if each.author == RECORDS]
    right = sum(meaning == name for meaning, name in own)
    mistaken = sum(name not in {meaning, NONE} for meaning, name in own)
    claims = sum(name != NONE for name in nearby)
    parts = [
        f"{right} of {len(own)} right, {mistaken} taken for another meaning",
        f"{claims} of {len(nearby)} near ones taken for one",
    ]
    if records:
        claimed = sum(name != NONE for name in records)
        parts.append(
            f"{claimed} of {len(records)} questions for the records taken for one"
        )
    return "; ".join(parts)


def _by_language(judged: Sequence[Judged]) -> str:
    languages = sorted({own.language for own, _ in judged if own.author != RECORDS})
    return _shares(judged, languages, lambda own: own.language)


def _by_meaning(judged: Sequence[Judged]) -> str:
    return _shares(judged, MEANINGS, lambda own: own.label)


def _shares(judged: Sequence[Judged], names: Sequence[str], of: Any) -> str:
    parts = []
    for name in names:
        hits = [
            own.label == _read(own, learnt, LIKELY)
            for own, learnt in judged
            if of(own) == name and own.author != RECORDS
        ]
        parts.append(f"{name} {sum(hits)}/{len(hits)}")
    return ", ".join(parts)
