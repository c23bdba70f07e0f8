"""What a guest's message is about, told in less than a millisecond without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apps.language import detect
from apps.language import ngrams as features
from apps.language.classifier import model as intent_model
from apps.language.classifier.model import CATEGORIES, SURE, Floats

# What is looked up in the records, and so forgives a wrong guess.
LOOKED_UP = ("property_qa", "hours_schedule")
LEARNT_LANGUAGES = frozenset({"en", "es", "pt", "fr", "zh"})
RIVAL = 0.15
UNSURE = 0.5


@dataclass(frozen=True)
class Intent:
    """One of `CATEGORIES`. With a confidence of `SURE` or more, 19 in 20 are right."""

    category: str
    confidence: float


def classify(text: str, vector: Sequence[float] | None = None) -> Intent:
    """vector: of the local sentence embedder; any other is left aside.

    A language without examples gives property_qa and `UNSURE`.
    """
    if not any(sign.isalnum() for sign in text):
        return Intent("ambiguous", UNSURE)
    spoken = detect.detect(text)
    if spoken not in LEARNT_LANGUAGES:
        return Intent("property_qa", UNSURE)
    model = intent_model.load()
    used = vector if spoken == "en" and _is_of_sentence_model(vector) else None
    variant = model.ngrams_only if used is None else model.with_vector
    chances = intent_model.chances(model, features.weighted(text), used)
    return decide(chances, variant.sure_at)


def decide(chances: Floats, sure_at: float) -> Intent:
    """The likeliest category, with doubts about off_topic in favour of the resort.

    A question about the resort that gets lost costs a guest more than a stray one
    that is looked up in vain.
    """
    by_category = dict(zip(CATEGORIES, chances.tolist(), strict=True))
    category = max(CATEGORIES, key=lambda name: by_category[name])
    told = intent_model.confidence(by_category[category], sure_at)
    resort = sum(by_category[name] for name in LOOKED_UP)
    is_doubtful = told < SURE and resort > RIVAL * by_category[category]
    if category == "off_topic" and is_doubtful:
        category = max(LOOKED_UP, key=lambda name: by_category[name])
        told = intent_model.confidence(by_category[category], sure_at)
    return Intent(category, round(told, 4))


def _is_of_sentence_model(vector: Sequence[float] | None) -> bool:
    """Vectors of the hashing embedder are as long, but mostly exact zeros."""
    length = intent_model.VECTOR_LENGTH
    return vector is not None and len(vector) == length and all(vector)
