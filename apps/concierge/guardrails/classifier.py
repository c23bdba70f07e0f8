"""The trained part of the gate: how likely a message belongs to each category.

Softmax regression over hashed n-grams of a message's plainest variant and the sentence
vector that the search computes anyway. `manage.py train_guardrails` writes the weights.

A cry for help beside a polite question is diluted in the whole message, so every
sentence and every clause is weighed too; alone it has no vector and must be far more
certain. The work is bounded: at most `MOST_PIECES` pieces of at most one window each,
and `MOST_CLAUSES` clauses of a message of at most `LONGEST_WITH_CLAUSES` characters.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal, get_args

from apps.concierge.guardrails import concepts
from apps.concierge.guardrails.text_variants import TextVariants
from apps.infrastructure import patterns
from apps.knowledge.question import parts
from apps.language import classifier, ngrams, normalise

WEIGHTS = Path(__file__).parent / "data" / "classifier.npz"
Label = Literal[
    "pass",
    "self_harm",
    "prompt_injection",
    "responsible_gaming",
    "age_verification",
    "bsa_aml",
    "patron_privacy",
    "emergency",
]
CRISIS: Label = "self_harm"
LABELS: tuple[str, ...] = get_args(Label)
# Length of a message's concepts together, where its n-grams have length 1.
CONCEPT_SHARE = 0.6
MOST_PIECES = 8
SHORTEST_PIECE = 4
MOST_CLAUSES = 8
LONGEST_WITH_CLAUSES = 600
# Least chance by category, calibrated on the development half of a benchmark: loose
# where a miss hurts a guest, strict where a false alarm insults one (docs/safety.md).
THRESHOLDS = {
    "self_harm": 0.82,
    "prompt_injection": 0.9,
    "responsible_gaming": 0.96,
    "age_verification": 0.7,
    "bsa_aml": 0.9,
    "patron_privacy": 0.91,
    "emergency": 0.93,
}
# Below this chance of being harmless the likeliest category counts without a threshold:
# two categories may share the chance.
HARDLY_HARMLESS = 0.01
# For pieces, and for whole messages where the sentence model is away.
THRESHOLD_WITHOUT_VECTOR = 0.98
# For a cry for help in a clause; the next highest of a harmless clause is 0.96.
THRESHOLD_OF_CLAUSE = 0.97
# From this chance on a model is asked for its opinion, where there is one.
DOUBTFUL = 0.3
# Below this chance of being anything but harmless a phrase was a coincidence.
COINCIDENCE = 0.03
# An age that decides; the n-grams know numbers only as numbers.
_TEENS = patterns.compile(r"\b(1[3-9]|20)\b")
_SENTENCE = patterns.compile(r"[^.\n]+")


@dataclass(frozen=True)
class Judgement:
    """`category` is empty when nothing is likely enough; `chances` are of the whole.

    doubt: the likeliest category where it is only worth a second opinion.
    is_harmless: the sentence model could read the message and sees nothing at all.
    """

    category: str
    chances: dict[str, float]
    doubt: str = ""
    is_harmless: bool = False


def judge(variants: TextVariants, vector: Sequence[float] | None) -> Judgement:
    """What the weights make of a message; `vector` is of the whole message."""
    whole = next(iter(variants.windows), "")
    if not whole:
        return Judgement("", {})
    by_label = chances(whole, vector)
    category = _likeliest(by_label, THRESHOLDS if vector is not None else None)
    for piece in islice(_pieces(variants), MOST_PIECES):
        category = category or _likeliest(chances(piece, None), None)
    if category != CRISIS and _has_cry(variants):
        category = CRISIS
    is_readable = vector is not None and _is_plain(variants)
    is_harmless = is_readable and 1 - by_label["pass"] < COINCIDENCE
    doubt = "" if category else _above(DOUBTFUL, by_label)
    return Judgement(category, by_label, doubt, is_harmless)


def chances(text: str, vector: Sequence[float] | None) -> dict[str, float]:
    """How likely each of `LABELS` is; together 1."""
    model = classifier.load(WEIGHTS)
    shares = classifier.chances(model, features(text), vector)
    return dict(zip(LABELS, shares.tolist(), strict=True))


def features(text: str) -> dict[int, float]:
    """Weights by hash; `text` is a window of `TextVariants`."""
    text = _TEENS.sub(lambda age: f"teenage {age[1]}", text)
    names = concepts.names(text)
    share = CONCEPT_SHARE / math.sqrt(len(names) or 1)
    by_concept = {zlib.crc32(f"c{name}".encode()): share for name in names}
    return {**ngrams.weighted(text), **by_concept}


def _likeliest(by_label: dict[str, float], thresholds: dict[str, float] | None) -> str:
    """The likeliest category, if it is likely enough."""
    category = _above(0, by_label)
    if thresholds and by_label["pass"] < HARDLY_HARMLESS:
        return category
    least = thresholds[category] if thresholds else THRESHOLD_WITHOUT_VECTOR
    return category if by_label[category] >= least else ""


def _above(least: float, by_label: dict[str, float]) -> str:
    category = max(LABELS[1:], key=lambda label: by_label[label])
    return category if by_label[category] >= least else ""


def _is_plain(variants: TextVariants) -> bool:
    """One sentence in the sentence model's own language, without any disguise."""
    is_disguised = len(variants.windows) > 1 or "&#" in variants.text
    is_single = len(_SENTENCE.findall(variants.windows[0])) == 1
    return variants.text.isascii() and is_single and not is_disguised


def _has_cry(variants: TextVariants) -> bool:
    """Whether a clause is a cry for help; other categories would raise false alarms."""
    if len(variants.text) > LONGEST_WITH_CLAUSES:
        return False
    clauses = map(normalise.words, parts.clauses(variants.text))
    weighed = (clause for clause in clauses if len(clause) >= SHORTEST_PIECE)
    return any(
        chances(clause, None)[CRISIS] >= THRESHOLD_OF_CLAUSE
        for clause in islice(weighed, MOST_CLAUSES)
    )


def _pieces(variants: TextVariants) -> Iterator[str]:
    """Further variants, then the sentences of the plainest one."""
    whole, *further_variants = variants.windows
    yield from further_variants
    sentences = [sentence.strip() for sentence in _SENTENCE.findall(whole)]
    if len(sentences) > 1:
        yield from (text for text in sentences if len(text) >= SHORTEST_PIECE)
