"""What a message wants of the guest's bookings, judged by weights learnt from messages.

Phrases know the words that they were written for; independent authors found seven ways
in eight that they do not know. Small networks over the vectors of two sentence models
read those. `manage.py train_booking_meanings` writes their weights, and
`manage.py eval_booking_meanings` says how often they are right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from apps.concierge.guardrails import networks
from apps.language import classifier, normalise
from apps.language.classifier import Floats
from apps.llm import embeddings
from apps.llm.embeddings import MiniLMEmbedder
from apps.llm.local import multilingual

WEIGHTS = Path(__file__).parent / "data" / "meanings.npz"
NONE = "none"
# In the order of the weights.
MEANINGS = (
    "billing",
    "callback",
    "cancel",
    "change",
    "changes",
    "cleaning",
    "complaint",
    "deadline",
    "deposit",
    "early_checkin",
    "items",
    "late_checkout",
    "luggage",
    "maintenance",
    "news",
    "nights",
    NONE,
    "note",
    "paid",
    "party",
    "refund",
    "stays",
    "upcoming",
    "upgrade",
    "wake_up",
    "when",
    "where",
)
# Least chance of being about bookings or requests, for a guest whose bookings are
# known, for any other, and where a phrase says another meaning. Parts of a message are
# judged where the whole is likely.
LIKELY, SURE, CERTAIN = 0.75, 0.97, 0.99
LONGEST = 300
MOST_REMEMBERED = 256


@dataclass(frozen=True)
class LearntMeaning:
    """meaning: the likeliest of `MEANINGS` but `NONE`. chance: of any of these."""

    meaning: str
    chance: float


NOTHING = LearntMeaning(NONE, 0.0)


def judge(text: str, english: Sequence[float] | None = None) -> LearntMeaning:
    """english: the English model's vector of the text; computed where it is not given
    and questions are embedded by that model.

    Whatever has been judged lately is remembered.
    """
    visible = normalise.visible(text).strip()
    if not any(map(str.isalpha, visible)):
        return NOTHING
    judged = _remembered(visible)
    if judged.result is None:
        judged.result = _judged(visible, english or _vector(visible))
    return judged.result


def judge_part(text: str) -> LearntMeaning:
    """The same of a part of a message, by the multilingual model alone."""
    visible = normalise.visible(text).strip()
    if not any(map(str.isalpha, visible)):
        return NOTHING
    return _judged(visible, None)


@dataclass
class _Judged:
    result: LearntMeaning | None = None


@lru_cache(MOST_REMEMBERED)
def _remembered(text: str) -> _Judged:
    return _Judged()


def _judged(text: str, english: Sequence[float] | None) -> LearntMeaning:
    vectors = multilingual.encode_message(text[:LONGEST])[None]
    [log_chances] = networks.load(WEIGHTS).log_chances(vectors, english)
    return of_scores(log_chances)


def of_scores(log_chances: Floats) -> LearntMeaning:
    """log_chances: of each of `MEANINGS`."""
    chances = classifier.softmax(log_chances)
    no_meaning = MEANINGS.index(NONE)
    chance = 1.0 - float(chances[no_meaning])
    chances[no_meaning] = 0
    return LearntMeaning(MEANINGS[int(chances.argmax())], chance)


def _vector(text: str) -> Sequence[float] | None:
    model = embeddings.embedder()
    if not isinstance(model, MiniLMEmbedder):
        return None
    return model.embed_queries([text])[0]
