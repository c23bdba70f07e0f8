"""A question that goes on, written in full."""

from __future__ import annotations

import pytest

from apps.knowledge.question import rewriting


def test_it_begins_with_the_name_of_the_row() -> None:
    assert rewriting.full_question("and tomorrow?", "Ballo") == "Ballo: and tomorrow?"


def test_it_follows_the_question_of_a_written_answer() -> None:
    full = rewriting.full_question("how much?", "Are pets allowed?")
    assert full == "Are pets allowed? how much?"


def test_it_stays_as_it_is_without_a_subject() -> None:
    assert rewriting.full_question("Is there a pool?", "") == "Is there a pool?"


@pytest.mark.parametrize(
    ("text", "in_full"),
    [
        ("how much does it cost", "how much does a late check-out cost"),
        ("how much is", "how much is a late check-out"),
        ("is it free?", "is a late check-out free?"),
        ("how much is that?", "how much is a late check-out?"),
        ("any shows this weekend?", ""),
        ("a massage for one person", ""),
        ("how much for one night?", ""),
        ("is it going to rain", ""),
    ],
)
def test_a_thing_that_is_no_row_is_what_it_stands_for(text: str, in_full: str) -> None:
    wish = "can i get a late check-out"
    assert rewriting.about_thing(text, wish) == in_full
