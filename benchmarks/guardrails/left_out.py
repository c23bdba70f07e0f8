"""Judges the messages of each author and source by what was learnt from the others."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from django.test import override_settings

from apps.concierge.guardrails import checks
from benchmarks.training import guardrail_weights
from benchmarks.training.guardrail_examples import FIRST_AUTHOR, PASS, Example
from benchmarks.training.guardrail_weights import Corpus

FOLDS = 6
# An author of the project has one or two letters; sources of benchmarks have names.
LONGEST_AUTHOR = 2
# Set in each worker before its first fold; forked processes share its vectors.
_messages: list[Corpus] = []


def source(example: Example) -> str:
    """What is left out together: an author, or all parts of a collection."""
    return example.author.partition("_")[0]


def is_of_project(example: Example) -> bool:
    return len(source(example)) <= LONGEST_AUTHOR


def judged(messages: Corpus, processes: int) -> Iterator[dict[str, Any]]:
    """A row for each message but those of the first author, who wrote the phrases.

    A fold leaves out a collection and every sixth author.
    """
    context = get_context("fork")
    with context.Pool(processes, _messages.append, [messages]) as pool:
        yield from chain.from_iterable(
            pool.imap(_judged_fold, folds(messages.examples))
        )


def folds(examples: Sequence[Example]) -> list[list[int]]:
    """Places of the messages that are left out together."""
    places: dict[str, list[int]] = {}
    for place, example in enumerate(examples):
        if example.author != FIRST_AUTHOR:
            places.setdefault(source(example), []).append(place)
    by_kind: Mapping[bool, list[str]] = {
        is_author: sorted(
            name for name in places if (len(name) <= LONGEST_AUTHOR) is is_author
        )
        for is_author in (True, False)
    }
    return [
        [
            place
            for names in by_kind.values()
            for name in names[fold::FOLDS]
            for place in places[name]
        ]
        for fold in range(FOLDS)
    ]


def _judged_fold(left_out: list[int]) -> list[dict[str, Any]]:
    (messages,) = _messages
    remaining = sorted(set(range(len(messages.examples))) - set(left_out))
    with tempfile.TemporaryDirectory() as folder:
        guardrail_weights.train(messages.part(remaining), b"", Path(folder))
        with override_settings(GUARDRAIL_WEIGHTS=folder):
            return [_row(messages, place) for place in left_out]


def _row(messages: Corpus, place: int) -> dict[str, Any]:
    example = messages.examples[place]
    reasons = checks.explain(example.text, messages.english(place))
    return {
        "text": example.text,
        "source": example.author,
        "is_of_project": is_of_project(example),
        "expected": example.label,
        "also_ok": example.also_ok,
        "lang": example.language,
        "nearby_category": example.nearby_category,
        "predicted": reasons.finding.category if reasons.finding else PASS,
        "likely": reasons.by_weight.doubt,
        "chances": reasons.by_weight.chances,
    }
