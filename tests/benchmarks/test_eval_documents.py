"""The documents, the questions about them, and what is made of the answers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from apps.documents import kinds
from apps.documents.models import Section
from apps.documents.parsing import child
from apps.documents.sentences import of as sentences_of
from benchmarks.documents import evaluation
from benchmarks.documents.evaluation import Outcome, Question
from benchmarks.management.commands import eval_documents

FILES = sorted((evaluation.FOLDER / "files").iterdir())
AUTHORS = (evaluation.DEVELOPMENT, evaluation.HELD_BACK)


@pytest.fixture(scope="module")
def sentences() -> dict[str, list[str]]:
    """The sentences of each file."""
    texts = {}
    for path in FILES:
        parsed = child.read(kinds.of_name(path.name), str(path))
        sections = [Section(parts=section["parts"]) for section in parsed["sections"]]
        texts[path.name] = [
            line.text
            for _, parts in sentences_of(sections)
            for lines in parts
            for line in lines
        ]
    return texts


@pytest.mark.parametrize("path", AUTHORS, ids=lambda path: path.stem)
def test_each_author_asks_five_questions_of_each_document(path: Path) -> None:
    questions = evaluation.read(path)
    counts = Counter(question.document for question in questions)
    assert counts.pop("") == 10
    assert counts == {file.name: 5 for file in FILES}
    assert len(FILES) >= 12


@pytest.mark.parametrize("path", AUTHORS, ids=lambda path: path.stem)
def test_one_sentence_of_all_documents_answers(
    path: Path, sentences: dict[str, list[str]]
) -> None:
    for question in evaluation.read(path):
        if question.holds:
            holding = [
                (name, text)
                for name, texts in sentences.items()
                for text in texts
                if question.holds in text
            ]
            assert [name for name, _ in holding] == [question.document], question


def test_the_figures_tell_right_wrong_and_guessed_answers() -> None:
    deposit = Question("Deposit?", "weddings.html", "25 percent")
    outcomes = [
        Outcome(deposit, 1, "A deposit of 25 percent.", 0.002),
        Outcome(deposit, 2, "The rest is due.", 0.002),
        Outcome(deposit, 0, "", 0.002),
        Outcome(deposit, 5, "", 0.002),
        Outcome(Question("Submarines?"), 0, "", 0.002),
        Outcome(Question("Skis?"), 0, "Boats leave by October 15.", 0.002),
    ]
    assert list(eval_documents.figures(outcomes).values()) == pytest.approx(
        [1 / 4, 3 / 4, (1 + 1 / 2 + 1 / 5) / 4, 1 / 4, 1 / 4, 1 / 2, 2.0]
    )
