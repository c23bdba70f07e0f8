"""Other ways to ask the questions of a gap, which prove that its answer is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from apps.conversations import single_question
from apps.infrastructure import patterns, yaml_files
from apps.knowledge.indexing import phrasing_text

COUNT = 5
DATA = Path(__file__).with_name("paraphrases.yaml")
FIRST_LANGUAGE = "en"


@dataclass(frozen=True)
class Paraphrase:
    """`text` asks what the question `of` asks, in other words."""

    of: str
    text: str


def of(questions: Sequence[str]) -> list[Paraphrase]:
    """Five that are none of the questions; the questions take turns."""
    by_question = ([*_ways(question)] for question in questions)
    in_turn = chain.from_iterable(zip_longest(*by_question))
    asked_already = {phrasing_text.comparable(question) for question in questions}
    chosen: dict[str, Paraphrase] = {}
    for paraphrase in filter(None, in_turn):
        key = phrasing_text.comparable(paraphrase.text)
        if key not in asked_already:
            chosen.setdefault(key, paraphrase)
    return list(chosen.values())[:COUNT]


def _ways(question: str) -> Iterator[Paraphrase]:
    """Rewordings first, then the question in a frame of polite words."""
    words = _words(single_question.language_of(question))
    for pattern, ways in words["rewordings"]:
        match = pattern.fullmatch(question.strip())
        for way in ways if match else ():
            yield Paraphrase(question, way.format(thing=match.group(1)))
    plain = question.strip().strip("?¿\uff1f ").lower()
    for frame in words["frames"]:
        yield Paraphrase(question, frame.format(question=question, plain=plain))


@cache
def _words(language: str) -> dict[str, Any]:
    data = yaml_files.read(DATA)
    words = data.get(language, data[FIRST_LANGUAGE])
    rewordings = [
        (patterns.compile(row["pattern"], "i"), row["ways"])
        for row in words["rewordings"]
    ]
    return {"rewordings": rewordings, "frames": words["frames"]}
