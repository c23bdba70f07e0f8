"""Guests say in their own words what is to be remembered, told or forgotten."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from apps.concierge import memory_meaning, memory_requests
from apps.infrastructure import yaml_files

WORDINGS = yaml_files.read(Path(__file__).with_name("memory_wordings.yaml"))
WISHES = ("asked", "export", "forget_all", "forget_about")


def _kinds(texts: list[str]) -> Counter[str]:
    meanings = map(memory_meaning.read, texts)
    return Counter(meaning.kind if meaning else "none" for meaning in meanings)


@pytest.mark.parametrize("half", ["seen", "held_back"])
def test_it_understands_most_wishes_in_other_words(half: str) -> None:
    wishes = [(kind, text) for kind in WISHES for text in WORDINGS[half].get(kind, ())]
    is_right = [_kinds([text])[kind] for kind, text in wishes]
    assert sum(is_right) / len(wishes) >= 0.85


@pytest.mark.parametrize("half", ["seen", "held_back"])
def test_it_forgets_all_for_nobody_who_asks_something_else(half: str) -> None:
    kinds = _kinds(WORDINGS[half]["innocents"])
    assert not kinds["forget_all"]
    assert kinds.total() - kinds["none"] <= 2
    assert not _kinds(WORDINGS[half]["asked"])["forget_all"]


@pytest.mark.parametrize(
    "text",
    [
        "don't forget my budget",
        "please don't delete my data",
        "no olvides que soy vegetariana",
        "n'oublie pas que nous sommes quatre",
        "remember everything I told you",
        "do you delete my data when I leave?",
        "stop texting me",
    ],
)
def test_it_forgets_nothing_where_the_guest_says_the_contrary(text: str) -> None:
    request = memory_requests.read(text)
    assert request is None or not request.kind.startswith("forget")
