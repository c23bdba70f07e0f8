"""Misspelt words and short forms are read; the guest's own words are quoted."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from apps.guests.extraction import facts_in, grammar, spelling

NOW = datetime(2026, 5, 12, 10, tzinfo=ZoneInfo("America/New_York"))


def values(text: str, language: str = "en") -> dict[str, Any]:
    return {fact.key: fact.value for fact in facts_in(text, language, NOW).facts}


@pytest.mark.parametrize(
    ("text", "language", "facts"),
    [
        ("I'm a vegitarian", "en", {"dietary_needs": ["vegetarian"]}),
        ("its our aniversary", "en", {"occasion": ["anniversary"]}),
        ("we are 5 ppl", "en", {"party_size": 5}),
        ("im alergic to shelfish", "en", {"dietary_needs": ["shellfish_allergy"]}),
        ("soy vejetariana", "es", {"dietary_needs": ["vegetarian"]}),
        ("Wir feiern meinen Geburstag", "de", {"occasion": ["birthday"]}),
    ],
)
def test_it_reads_misspelt_words(
    text: str, language: str, facts: dict[str, Any]
) -> None:
    assert values(text, language) == facts


def test_it_quotes_the_words_as_they_were_typed() -> None:
    message = "hi! were comming tomorow, and i am a vegitarian"
    facts = facts_in(message, "en", NOW).facts
    assert {fact.key: fact.quote for fact in facts} == {
        "visit_dates": "tomorow",
        "dietary_needs": "i am a vegitarian",
    }


def test_it_leaves_a_name_as_the_guest_writes_it() -> None:
    assert values("my name is Jon Vegen")["name"] == "Jon Vegen"


def test_it_knows_where_each_word_was_typed() -> None:
    message = "tmrw 2 ppl"
    repaired = spelling.repaired(message, grammar.of_language("en"))
    assert repaired.text == "tomorrow 2 people"
    start = repaired.text.index("people")
    assert repaired.typed_span(start, len(repaired.text)) == (7, 10)
    assert repaired.typed_span(0, 10) == (0, 6)


def test_it_leaves_forms_of_words_that_it_has_no_list_of() -> None:
    own = grammar.of_language("de")
    assert spelling.repaired("vegetarisches Frühstück", own).changes == ()
