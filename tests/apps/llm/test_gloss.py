"""Spanish questions in the words of the records."""

from __future__ import annotations

import pytest

from apps.llm import gloss


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            "\u00bfA qu\u00e9 hora abre la piscina?",
            "\u00bfwhat time does open the pool?",
        ),
        ("donde esta el gimnasio", "where is the gym"),
        ("Hay restaurantes baratos", "is there restaurants cheap"),
        ("What time does the pool open?", "What time does the pool open?"),
        (
            "Caf\u00e9 menu, s'il vous pla\u00eet",
            "Caf\u00e9 menu, s'il vous pla\u00eet",
        ),
        ("", ""),
    ],
)
def test_it_says_what_is_asked_for(said: str, meant: str) -> None:
    assert gloss.english(said) == meant
