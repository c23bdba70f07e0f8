"""Shows which part of the gate decided about a message, and how surely."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from apps.concierge.guardrails import checks
from apps.concierge.guardrails.text_variants import TextVariants
from apps.llm.embeddings import MiniLMEmbedder, embedder

MOST_VARIANTS = 4


class Command(BaseCommand):
    help = "Explain what the gate makes of a message."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("message")

    def handle(self, *, message: str, **_: Any) -> None:
        model = embedder()
        is_local = isinstance(model, MiniLMEmbedder)
        vector = model.embed_queries([message])[0] if is_local else None
        reasons = checks.explain(message, vector)
        decided = reasons.finding
        self.stdout.write(f"decision: {decided.category if decided else 'pass'}")
        phrase = reasons.by_phrase
        match = f"{phrase.category}, family {phrase.rule}" if phrase else "none"
        self.stdout.write(f"phrase:   {match}")
        self.stdout.write(f"learnt:   {reasons.by_weight.category or 'pass'}")
        chances = sorted(reasons.by_weight.chances.items(), key=lambda item: -item[1])
        for label, chance in chances:
            self.stdout.write(f"  {label:20}{chance:7.3f}")
        for window in TextVariants(message).windows[:MOST_VARIANTS]:
            self.stdout.write(f"read as:  {window}")
