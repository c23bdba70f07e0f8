"""A card says in the guest's language what records often say."""

from __future__ import annotations

import pytest

from apps.language.vocabulary import recorded_values


@pytest.mark.parametrize(
    ("value", "spanish", "french"),
    [
        ("Buffet", "Bufé", "Buffet"),
        ("Near Kids Quest", "Cerca de Kids Quest", "Près de Kids Quest"),
        ("$169 a night", "$169 por noche", "$169 la nuit"),
        ("Sushi and seafood.", "Sushi, mariscos", "Sushis, fruits de mer"),
        ("Recommended for lanes", "Se recomienda para las pistas de bolos",
         "Elle est recommandée pour les pistes de bowling"),
        # Names, and what has a part without a translation, stay as recorded.
        ("Casino of the Sky", "Casino of the Sky", "Casino of the Sky"),
        ("Sushi and origami", "Sushi and origami", "Sushi and origami"),
        ("Near ", "Near ", "Near "),
    ],
)  # fmt: skip
def test_it_is_translated_whole_or_not_at_all(
    value: str, spanish: str, french: str
) -> None:
    shown = [recorded_values.shown(value, each) for each in ("es", "fr", "en")]
    assert shown == [spanish, french, value]


@pytest.mark.parametrize(
    "value",
    ["Next to the casino floor", "Near the elevators", "Near Tuscany and next to Zest"],
)
def test_a_value_of_which_a_part_would_stay_english_stays_as_it_is(value: str) -> None:
    assert recorded_values.shown(value, "es") == value
