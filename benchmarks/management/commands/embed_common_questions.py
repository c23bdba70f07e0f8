"""Embeds the paraphrases of common questions, and judges them by another author's."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from apps.infrastructure import yaml_files
from apps.knowledge.statements import common_questions
from apps.language.translation import question_words
from apps.llm import embeddings
from apps.llm.embeddings import LOCAL_MODEL
from benchmarks.training import questions

HELD_BACK = (
    Path(questions.__file__).with_name("examples") / "common_questions_held_back"
)
# Questions that resemble a common one and ask for something else.
NEAR = "near"


class Command(BaseCommand):
    help = "Stores the vectors of common questions and says how many are recognised."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--verbose", action="store_true")

    def handle(self, *, verbose: bool, **_: Any) -> None:
        model = embeddings.local()
        if model.name != LOCAL_MODEL:
            raise CommandError("This needs the local sentence model.")
        common = common_questions.common_questions()
        texts = [text for each in common.values() for text in each.paraphrases]
        matrix = np.array(model.embed_queries(texts), np.float16)
        np.savez_compressed(common_questions.VECTORS, matrix=matrix)
        self.stdout.write(f"{len(texts)} paraphrases of {len(common)} questions")
        for name in (*common_questions.LANGUAGES, NEAR):
            self._judge(name, verbose=verbose)

    def _judge(self, name: str, *, verbose: bool) -> None:
        page = yaml_files.read(HELD_BACK / f"{name}.yaml")
        common = common_questions.common_questions()
        right = wrong = 0
        for key, texts in page.items():
            plain = [question_words.english(text, name) for text in texts]
            vectors = np.array(embeddings.local().embed_queries(plain), np.float32)
            for text, vector in zip(plain, vectors, strict=True):
                taken_for = common_questions.standard_question(text, vector)
                is_right = name != NEAR and taken_for == common[key].question
                right += is_right
                wrong += bool(taken_for) and not is_right
                if verbose and not is_right and (taken_for or name != NEAR):
                    self.stdout.write(f"  {text} -> {taken_for or '-'}")
        count = sum(map(len, page.values()))
        self.stdout.write(f"{name}: {right} of {count} recognised, {wrong} wrongly")
