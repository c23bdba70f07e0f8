"""A question that goes on, written in full."""

from __future__ import annotations

from apps.knowledge.question import rewriting


def test_it_begins_with_the_name_of_the_row() -> None:
    assert rewriting.full_question("and tomorrow?", "Ballo") == "Ballo: and tomorrow?"


def test_it_follows_the_question_of_a_written_answer() -> None:
    full = rewriting.full_question("how much?", "Are pets allowed?")
    assert full == "Are pets allowed? how much?"


def test_it_stays_as_it_is_without_a_subject() -> None:
    assert rewriting.full_question("Is there a pool?", "") == "Is there a pool?"
