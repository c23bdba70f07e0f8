"""The best results of a search, judged once more together with the question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone
from pytest_django import Settings

from apps.conversations.turns.runner import TurnRunner
from apps.knowledge.search import reranking
from apps.knowledge.statements.index import Statement, StatementIndex
from apps.llm import rerank
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge import searching
from tests.handing_in import hand_in
from tests.turns import ask

pytestmark = [pytest.mark.usefixtures("without_key")]


class Borrowing:
    """A reranker to which borrowing is all that matters."""

    calls: list[tuple[str, int]] = []

    def scores(self, question: str, texts: Sequence[str]) -> rerank.Floats:
        self.calls.append((question, len(texts)))
        return np.array(["borrow" in text for text in texts], np.float32)


@pytest.fixture
def borrowing(settings: Settings) -> Iterator[list[tuple[str, int]]]:
    """What it has been asked: the question, and the number of texts."""
    settings.RERANKER = "borrowing"
    settings.RERANK_PROVIDERS = {"borrowing": f"{__name__}.Borrowing"}
    rerank.reset()
    Borrowing.calls = []
    yield Borrowing.calls
    rerank.reset()


@pytest.fixture
def lodges(mohegan: Property) -> Property:
    for number, thing in enumerate(("bikes", "skates", "kites"), 1):
        factories.LodgeFactory.create(
            property=mohegan, name=f"Lodge {number}", details=f"Rents {thing} by hour."
        )
    factories.LodgeFactory.create(
        property=mohegan, name="Shed", details="You may borrow a bike by the hour."
    )
    searching.embed_all()
    return mohegan


def best(place: Property) -> list[str]:
    passages = searching.search(place, "Who rents bikes?", timezone.now())
    return searching.titles(passages)


def test_it_moves_up_what_the_model_finds_better(
    lodges: Property,
    borrowing: list[tuple[str, int]],
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reranking, "WEIGHT", 100)
    judged = best(lodges)
    assert {text for text, _ in borrowing} == {"Who rents bikes?"}
    assert all(count <= reranking.MOST_JUDGED for _, count in borrowing)
    settings.RERANKER = ""
    as_before = best(lodges)
    assert (judged[0], as_before[0]) == ("Shed", "Lodge 1")
    assert {*judged} == {*as_before}


def test_what_is_judged_best_keeps_its_score(borrowing: list[tuple[str, int]]) -> None:
    texts = ("Kayaks are red.", "Kayaks may be borrowed.", "Kayaks float.")
    statements = [
        Statement(1, place, 1, "Kayaks", "faq", "answer", text)
        for place, text in enumerate(texts)
    ]
    index = StatementIndex(statements, *(np.zeros((2, 3, 384), np.float32)))
    scores = np.array([3.0, 1.0, -np.inf], np.float32)
    judged = reranking.statements("Kayaks?", index, scores)
    assert judged.tolist() == [3 - reranking.SCALE, 1, -np.inf]
    assert borrowing == [("Kayaks?", 2)]


async def test_sentences_of_documents_are_judged_again(
    resort: Property, turns: TurnRunner, borrowing: list[tuple[str, int]]
) -> None:
    text = b"# Kayaks\n\nKayaks are red.\n\nKayaks may be rented."
    await sync_to_async(hand_in)(resort, "kayaks.md", text)
    await ask(resort, turns, "Are kayaks red?")
    assert ("Are kayaks red?", 2) in borrowing
