"""A guest's words in plain spelling, for one property."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from apps.knowledge.question.spelling import LONGEST_REPAIRED, plain_spelling


@pytest.fixture(scope="module")
def plain() -> Callable[[str, str], str]:
    return plain_spelling(
        ["Rooms have fireplaces.", "Tuscany serves pasta."],
        ["Tuscany", "Sun Rooms"],
        {"tuscany", "sun", "rooms"},
    )


def test_it_writes_short_forms_out_before_it_repairs(
    plain: Callable[[str, str], str],
) -> None:
    text = "u got a resturant w/ a firplace tmrw??"
    assert plain(text, "en") == "you got a restaurant with a fireplace tomorrow??"


def test_it_keeps_names_and_repairs_misspelt_ones(
    plain: Callable[[str, str], str],
) -> None:
    assert plain("Sun Rooms or Tuscanny", "en") == "Sun Rooms or Tuscany"


def test_it_repairs_only_languages_whose_words_it_knows(
    plain: Callable[[str, str], str],
) -> None:
    assert plain("um resturante, pls", "pt") == "um resturante, please"


def test_it_repairs_no_long_text(plain: Callable[[str, str], str]) -> None:
    text = "resturant " * (LONGEST_REPAIRED // 10 + 1)
    assert plain(text, "en") == text
