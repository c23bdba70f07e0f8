"""What a message is about, classified in under a millisecond without a model.

Where the classifier is unsure, a model is asked.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from langchain_core.messages import HumanMessage
from pydantic import BaseModel, Field

from apps.concierge import prompts
from apps.concierge.state import IntentCategory
from apps.language import classifier, detect, ngrams
from apps.language.classifier import SURE, VECTOR_LENGTH, Floats
from apps.llm.chat import ChatModel
from apps.llm.failures import ModelUnavailable

WEIGHTS = Path(__file__).parent / "data" / "intent.npz"
CATEGORIES: tuple[str, ...] = get_args(IntentCategory)
# Answered from the records, where a wrong guess does little harm.
LOOKED_UP = ("property_qa", "hours_schedule")
# Whatever is searched for; every other category has a fixed reply.
SEARCHED = (*LOOKED_UP, "ambiguous")
TRAINED_LANGUAGES = frozenset({"en", "es", "pt", "fr", "zh"})
RIVAL_SHARE = 0.15
UNSURE = 0.5
GAMBLING_ADVICE = "gambling_advice"
# Of 25 held-back messages taken for gambling advice, 24 are as unlikely to be for the
# records.
MAX_SEARCHED_OF_ADVICE = 0.2
# The least sure of those 24 has half of the chances.
LEAST_OF_ADVICE = 0.45


@dataclass(frozen=True)
class Intent:
    """One of `CATEGORIES`. With a confidence of `SURE` or more, 19 in 20 are right.

    searched_chance: that the message is of one of the categories `SEARCHED`.
    """

    category: str
    confidence: float
    searched_chance: float

    @property
    def is_gambling_advice(self) -> bool:
        """Whether it asks for advice, though staff may have stored it as a question."""
        is_unlikely_for_records = self.searched_chance <= MAX_SEARCHED_OF_ADVICE
        return self.category == GAMBLING_ADVICE and is_unlikely_for_records


def classify(text: str, vector: Sequence[float] | None = None) -> Intent:
    """The intent of a message.

    vector: of the local sentence embedder; vectors of other models are ignored.
    A language without training examples gives property_qa and `UNSURE`.
    """
    if not any(character.isalnum() for character in text):
        return Intent("ambiguous", UNSURE, 1.0)
    language = detect.detect(text)
    if language not in TRAINED_LANGUAGES:
        return Intent("property_qa", UNSURE, 1.0)
    if language != "en" or not _is_of_sentence_model(vector):
        vector = None
    model = classifier.load(WEIGHTS)
    variant = model.variant(has_vector=vector is not None)
    chances = classifier.chances(model, ngrams.weighted(text), vector)
    return decide(chances, variant.sure_at)


def decide(chances: Floats, sure_at: float) -> Intent:
    """The likeliest category, with doubts about off_topic in favour of the resort.

    A question about the resort that is turned away costs a guest more than a stray
    question that is looked up in vain.
    """
    by_category = dict(zip(CATEGORIES, chances.tolist(), strict=True))
    category = max(CATEGORIES, key=lambda name: by_category[name])
    confidence = classifier.confidence(by_category[category], sure_at)
    resort = sum(by_category[name] for name in LOOKED_UP)
    is_doubtful = confidence < SURE and resort > RIVAL_SHARE * by_category[category]
    if category == "off_topic" and is_doubtful:
        category = max(LOOKED_UP, key=lambda name: by_category[name])
        confidence = classifier.confidence(by_category[category], sure_at)
    if category == GAMBLING_ADVICE and by_category[category] < LEAST_OF_ADVICE:
        category = max(SEARCHED, key=lambda name: by_category[name])
        confidence = classifier.confidence(by_category[category], sure_at)
    searched_chance = sum(by_category[name] for name in SEARCHED)
    return Intent(category, round(confidence, 4), round(searched_chance, 4))


def without_model(local: Intent) -> tuple[str, float]:
    """The category and its confidence, where no model is asked which it is.

    An unsure stray question is looked up too: "not in the records" is no rebuff.
    """
    category = "property_qa" if local.category == "off_topic" else local.category
    return category, max(local.confidence, UNSURE)


def _is_of_sentence_model(vector: Sequence[float] | None) -> bool:
    """Vectors of the hashing embedder are as long, but mostly exact zeros."""
    return vector is not None and len(vector) == VECTOR_LENGTH and all(vector)


log = logging.getLogger(__name__)


class RouterOutput(BaseModel):
    """A model's reading of the question."""

    query_type: IntentCategory
    confidence: float = Field(ge=0.0, le=1.0)


async def ask_model(
    model: ChatModel, question: str, conversation: Sequence[str]
) -> RouterOutput | None:
    """The kind of the question; None when the model fails.

    conversation: the messages before it, oldest first.
    """
    prompt = prompts.render(
        "router",
        question=prompts.escaped(question),
        earlier=prompts.escaped("\n".join(conversation)),
    )
    try:
        return await model.structured([HumanMessage(prompt.text)], RouterOutput)
    except ModelUnavailable as error:
        log.warning("router: %s", error)
        return None
