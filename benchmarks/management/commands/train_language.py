"""Learns the language of few words and says how often it is right."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from apps.language import classifier, few_words
from benchmarks.training import guardrail_examples, language_words


class Command(BaseCommand):
    help = "Trains the detection of a language from few words and writes its weights."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--output", type=Path, default=few_words.WEIGHTS)

    def handle(self, *, output: Path, **_: Any) -> None:
        model = language_words.train(guardrail_examples.read())
        classifier.save(model, output)
        classifier.load.cache_clear()
        kilobytes = output.stat().st_size // 1024
        self.stdout.write(f"{len(model.keys)} words, {kilobytes} KB in {output.name}")
        held_back = guardrail_examples.of_authors(guardrail_examples.HELD_BACK)
        rows = [row for row in held_back if row.language in few_words.SPOKEN]
        for language in few_words.SPOKEN:
            own = [row.text for row in rows if row.language == language]
            if own:
                right = sum(few_words.likeliest(text, "") == language for text in own)
                share = right / len(own)
                self.stdout.write(f"  {language}{share:7.1%} of {len(own)} held back")
