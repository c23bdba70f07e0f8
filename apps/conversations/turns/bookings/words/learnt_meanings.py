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

import numpy as np

from apps.conversations.turns.bookings.words.learnt_labels import LearntLabels
from apps.language import normalise
from apps.language.classifier import Floats

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
# Below it, what a phrase takes for a wish is none.
UNLIKELY = 0.08
MOST_REMEMBERED = 256
LEARNT = LearntLabels(WEIGHTS, MEANINGS)


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
    judged = _remembered(visible)
    if judged.result is None:
        judged.result = of_chances(LEARNT.chances(visible, english))
    return judged.result


def judge_part(text: str) -> LearntMeaning:
    """The same of a part of a message, by the multilingual model alone."""
    return of_chances(LEARNT.chances_of_part(normalise.visible(text).strip()))


@dataclass
class _Judged:
    result: LearntMeaning | None = None


@lru_cache(MOST_REMEMBERED)
def _remembered(text: str) -> _Judged:
    return _Judged()


def of_chances(chances: Floats | None) -> LearntMeaning:
    """chances: of each of `MEANINGS`; None for a text without a letter."""
    if chances is None:
        return NOTHING
    no_meaning = MEANINGS.index(NONE)
    of_wishes = np.delete(chances, no_meaning)
    meaning = [each for each in MEANINGS if each != NONE][int(of_wishes.argmax())]
    return LearntMeaning(meaning, 1.0 - float(chances[no_meaning]))
