"""Questions that guests of every resort ask, whatever words they find for them.

"Need someone to watch my 4 yr old" asks whether there is child care: it is nearest to
paraphrases of that question. `manage.py embed_common_questions` stores their vectors,
and says how many paraphrases by another author are recognised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.infrastructure import patterns, yaml_files
from apps.knowledge.statements.phrasing_vectors import Floats, PhrasingVectors
from apps.language.spelling import things
from apps.language.translation import question_words
from apps.language.word_forms import content, stems

DATA = Path(__file__).parent / "data"
QUESTIONS = DATA / "common_questions.yaml"
VECTORS = DATA / "common_questions.npz"
LANGUAGES = ("en", "es", "fr")
# The mean of the nearest paraphrases, less so much of the next question's and so much
# for each word that no paraphrase has. Chosen on another author's paraphrases: more
# than half are recognised, one of 200 wrongly, and one of seven that were made to
# resemble them and ask for something else.
NEAREST = 2
NEXT_SHARE = 0.5
UNKNOWN_WORD = 0.06
SURE_FROM = 0.38
_EXISTENCE = patterns.compile(r"^(Is|Are) there\b|^Do you (have|offer)\b")
_HOUR = patterns.compile(r"\b\d{1,2}(:\d\d)? ?[ap]\.?m\b|\b(midnight|noon)\b", "i")


@dataclass(frozen=True)
class CommonQuestion:
    """question: as staff would title the answer. paraphrases: in plain English words,
    those in Spanish and French word for word."""

    question: str
    paraphrases: tuple[str, ...]

    @property
    def stems(self) -> frozenset[str]:
        return frozenset(s for text in self.paraphrases for s in stems(text))


@cache
def common_questions() -> dict[str, CommonQuestion]:
    """By key."""
    return {
        key: CommonQuestion(page["question"], tuple(_paraphrases(page)))
        for key, page in yaml_files.read(QUESTIONS).items()
    }


def load() -> None:
    """Reads the paraphrases before a guest waits for them."""
    vectors()
    _stems()


def standard_question(text: str, vector: Floats) -> str:
    """The question that the text is a paraphrase of; empty where it is none of them.

    text: in plain English words. vector: its own, of the local sentence model.
    """
    scores = vectors().scores(vector)
    best, following = np.argsort(-scores)[:2]
    unknown = content(stems(text)) - _stems()[best]
    score = scores[best] - NEXT_SHARE * scores[following] - UNKNOWN_WORD * len(unknown)
    if score < SURE_FROM or any(map(things.names_thing, unknown)):
        return ""
    key = [*common_questions()][best]
    question = common_questions()[key].question
    # Whether there is a shuttle does not say whether it runs at 2 AM.
    drops_hour = _EXISTENCE.search(question) and _HOUR.search(text)
    return "" if drops_hour else question


@cache
def vectors() -> PhrasingVectors:
    """Of the local sentence model."""
    with np.load(VECTORS) as stored:
        return PhrasingVectors(stored["matrix"].astype(np.float32), owners(), NEAREST)


def owners() -> NDArray[np.intp]:
    questions = common_questions().values()
    counts = [len(common.paraphrases) for common in questions]
    return np.repeat(np.arange(len(counts)), counts)


@cache
def _stems() -> list[frozenset[str]]:
    return [common.stems for common in common_questions().values()]


def _paraphrases(page: dict[str, list[str]]) -> Sequence[str]:
    own = [
        question_words.english(text, language)
        for language in LANGUAGES
        for text in page[language]
    ]
    return [str(page["question"]), *own]
