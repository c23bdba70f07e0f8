"""Learns when what the search finds overrules a fixed reply of the router."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.concierge.routing.records_chance import NAMES, WEIGHTS
from apps.knowledge.indexing import vectors
from apps.llm.embeddings import MiniLMEmbedder, embedder
from benchmarks.scratch_database import scratch_database
from benchmarks.training import questions, ranking_samples, records_chance
from benchmarks.training.records_chance import Calibration, Message

DIGITS = 4


class Command(BaseCommand):
    help = (
        "Learns, from messages that the router has not learnt, how likely one asks the "
        "records, and writes the weights. Run it after train_router."
    )

    def handle(self, **options: Any) -> None:
        model = embedder()
        if not isinstance(model, MiniLMEmbedder):
            raise CommandError("Calibration needs the local sentence model.")
        conversations = questions.read()
        resorts = sorted({conversation.resort for conversation in conversations})
        with scratch_database():
            questions.load_resorts()
            vectors.embed(vectors.waiting(model.name), model)
            samples = ranking_samples.collect(
                [*conversations, *records_chance.conversations(resorts)],
                model.embed_queries,
            )
            messages = list(records_chance.messages(samples, model.embed_queries))
        calibration = records_chance.fit(messages)
        weights = (round(float(weight), DIGITS) for weight in calibration.weights)
        stored = {
            **dict(zip(NAMES, weights, strict=True)),
            "likely": records_chance.LIKELY,
            "certain": calibration.certain,
        }
        WEIGHTS.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")
        self._report("all, trained on", messages, calibration)
        for author in sorted({message.author for message in messages}):
            remaining = [message for message in messages if message.author != author]
            left_out = [message for message in messages if message.author == author]
            if any(not message.is_for_records for message in remaining):
                self._report(
                    f"{author} left out", left_out, records_chance.fit(remaining)
                )
        if options["verbosity"] > 1:
            self._list(messages, calibration)

    def _report(
        self, name: str, judged: Sequence[Message], calibration: Calibration
    ) -> None:
        asking = sum(message.is_for_records for message in judged)
        away = len(records_chance.turned_away(judged, calibration))
        up = len(records_chance.looked_up(judged, calibration))
        self.stdout.write(
            f"{name:32} questions {asking:5}, turned away {away:3}   "
            f"others {len(judged) - asking:5}, looked up {up:3}   "
            f"mean cost {records_chance.cost(judged, calibration):.3f}, "
            f"certain from {calibration.certain:.2f}"
        )

    def _list(self, messages: Sequence[Message], calibration: Calibration) -> None:
        for message in records_chance.turned_away(messages, calibration):
            self.stdout.write(f"turned away: {message}")
        for message in records_chance.looked_up(messages, calibration):
            self.stdout.write(f"looked up: {message}")
