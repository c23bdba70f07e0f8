"""Questions that staff have answered, to go on with after one of their answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from apps.catalog.models import Item
from apps.concierge.state import Citation
from apps.infrastructure import yaml_files

FILE = Path(__file__).with_suffix(".yaml")
# Three of them stand on one line.
LONGEST_QUESTION = 48


def followups(
    citations: Sequence[Citation],
    passages: Sequence[Mapping[str, Any]],
    language: str,
) -> Iterator[str]:
    """Other questions of the passages, in the guest's language; none without a
    written answer."""
    cited = {citation["item_id"] for citation in citations}
    if not any(citation["category"] == Item.Kind.FAQ for citation in citations):
        return
    rows = (passage["metadata"] for passage in passages)
    titles = {
        row["item_name"]: None
        for row in rows
        if row["category"] == Item.Kind.FAQ and row["item_id"] not in cited
    }
    questions = (in_language(title, language) for title in titles)
    yield from (text for text in questions if 0 < len(text) <= LONGEST_QUESTION)


def in_language(title: str, language: str) -> str:
    """The question that is the row's title; empty where it has no translation."""
    if language == "en":
        return title
    return translations().get(language, {}).get(title.lower().rstrip("?"), "")


@cache
def translations() -> dict[str, dict[str, str]]:
    """By language, then by the title in lower case without its question mark."""
    questions: dict[str, dict[str, str]] = yaml_files.read(FILE)
    return questions
