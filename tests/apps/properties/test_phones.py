"""Numbers that a guest in need can trust."""

import pytest

from apps.properties import phones


@pytest.mark.parametrize(
    ("vanity", "number", "is_right"),
    [
        ("1-800-GAMBLER", "1-800-426-2537", True),
        ("1-800-MY-RESET", "1-800-697-3738", True),
        ("1-800-MY-RESET", "1-800-426-2537", False),
        ("1-800-GAMBLERS", "1-800-426-2537", True),
        ("1-800-GAMBLER", "", False),
    ],
)
def test_it_knows_whether_words_spell_a_number(
    vanity: str, number: str, is_right: bool
) -> None:
    assert phones.spells(vanity, number) is is_right


def test_it_dials_long_numbers_with_their_country_and_short_ones_plainly() -> None:
    assert phones.href("1-888-226-7711") == "tel:+18882267711"
    assert phones.href("988") == "tel:988"
    assert phones.href("") == ""
