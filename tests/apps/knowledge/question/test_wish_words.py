"""Who a guest looks for things to do for."""

from __future__ import annotations

import pytest

from apps.knowledge.question import wish_words


@pytest.mark.parametrize(
    "text",
    [
        "which show is good for my son",
        "which show is good for my teenage daughter",
        "any shows my 16 year old can see",
        "qué espectáculo es bueno para mi hija",
        "anything for children tonight?",
    ],
)
def test_own_children_and_teenagers_are_families(text: str) -> None:
    assert wish_words.looks_for_families(text)


@pytest.mark.parametrize(
    "text",
    [
        "which show is good for my 25 year old son",
        "which show is good for my son's 21st birthday",
        "what shows can my son-in-law see",
        "cuales son los shows",
        "what is the minimum age for my son",
        "can i take my 12 yr old to the comedy show",
    ],
)
def test_adults_and_questions_of_leave_are_none(text: str) -> None:
    assert not wish_words.looks_for_families(text)


def test_dinner_is_this_evening_where_no_other_time_is_named() -> None:
    assert wish_words.is_of_this_evening("hi whats good for dinner")
    for question in (
        "somewhere nice for dinner this weekend",
        "where should we have dinner next week",
        "a romantic dinner in December",
        "which restaurants serve dinner?",
    ):
        assert not wish_words.is_of_this_evening(question)
    assert wish_words.is_of_this_evening("who serves dinner tonight?")
