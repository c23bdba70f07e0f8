"""Questions and records are compared by the stems of their words."""

import pytest

from apps.language.word_forms import stems


@pytest.mark.parametrize(
    ("question", "record"),
    [
        ("Where can I park?", "parking"),
        ("any water parks", "Our water park"),
        ("is there a waterpark", "Our water park"),
        ("Resort fees?", "The resort fee"),
    ],
)
def test_it_finds_a_word_of_the_question_in_the_record(
    question: str, record: str
) -> None:
    assert {*stems(question)} & {*stems(record)}


@pytest.mark.parametrize(
    ("question", "record"),
    [
        ("any water park", "parking"),
        ("a theme-park nearby", "You park in the garage"),
        ("a resort fee", "Fee for the gym"),
        ("cocktail bars", "a snack bar"),
        ("emergency exits", "Leave the highway at Exit 79A"),
    ],
)
def test_it_takes_two_words_that_are_one_thing_for_neither_of_them(
    question: str, record: str
) -> None:
    assert not {*stems(question)} & {*stems(record)} - {"the", "a"}
