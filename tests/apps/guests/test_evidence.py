"""Of what Alice writes, a fact keeps its own words, and nothing that is not its own."""

from __future__ import annotations

from importlib import import_module
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from apps.guests import evidence, fact_sources
from apps.guests.models import Guest, GuestFact
from apps.properties.models import Property

migration = import_module("apps.guests.migrations.0004_own_words_of_each_choice")
CARD = "4111 1111 1111 1111"


@pytest.mark.parametrize(
    ("key", "value", "words", "quote"),
    [
        (
            "dietary_needs",
            "vegan",
            f"my card is {CARD} and I am vegan",
            "I am vegan",
        ),
        (
            "dietary_needs",
            "vegetarian",
            "I have HIV and I'm vegetarian",
            "I'm vegetarian",
        ),
        (
            "dietary_needs",
            "vegetarian",
            "I have HIV and I'm a vegitarian",
            "I'm a vegitarian",
        ),
        (
            "dietary_needs",
            "vegan",
            "I have lupus, vegan, SSN 123-45-6789",
            "vegan",
        ),
        (
            "dietary_needs",
            "pescatarian",
            "Bob and I are pescatarian",
            "… and I are pescatarian",
        ),
        (
            "dietary_needs",
            "vegetarian",
            "my son Tommy is vegetarian",
            "my son … is vegetarian",
        ),
        (
            "dietary_needs",
            "vegetarian",
            "Tengo diabetes y soy vegetariana",
            "soy vegetariana",
        ),
        (
            "accessibility",
            "step_free",
            "my dad Bob uses a walker after his stroke",
            "my dad … uses a walker",
        ),
        ("companions", "partner", "my wife Sue of 12 Elm Street comes", "my wife"),
        ("party_size", 4, "4111 1111 1111 1112, we are four", "we are four"),
        (
            "visit_dates",
            {},
            "June 5, my friend lives at 12 Elm Street, Boston, and leave June 8",
            "June 5 … and leave June 8",
        ),
        (
            "children_ages",
            [7, 10],
            "ten, he has leukemia, and my daughter is seven",
            "ten … and my daughter is seven",
        ),
        ("budget", {}, "our budget is $1,500 a night", "our budget is $1,500 a night"),
        ("name", "Alice", "My name is Alice, a@b.com", "My name is Alice"),
        ("cuisines", "japanese", "We adore noodles", "We adore noodles"),
        ("cuisines", "japanese", "Noodles only, since my cancer", ""),
        ("cuisines", "japanese", "noodles at 12 Elm Street", ""),
        ("cuisines", "japanese", "noodles with Bob Miller", ""),
        ("cuisines", "japanese", "<b>noodles</b>", ""),
        ("dietary_needs", "vegan", "plants only, as my doctor ordered", ""),
        ("illness", "hiv", "I have HIV", ""),
    ],
)
def test_it_keeps_the_words_of_the_fact(
    key: str, value: Any, words: str, quote: str
) -> None:
    assert evidence.of(key, value, words) == quote


@pytest.mark.parametrize("words", ["vegan " * 400, "x" * 1990 + " vegan", "vegan" * 99])
def test_no_quote_is_longer_than_its_column(words: str) -> None:
    assert len(evidence.of("dietary_needs", "vegan", words)) <= evidence.LONGEST
    assert len(evidence.of("cuisines", "thai", words)) <= evidence.LONGEST


def test_what_is_stored_already_is_cut(mohegan: Property) -> None:
    guest = Guest.objects.create(property=mohegan)
    first = "my card is 4111 1111 1111 1111 and I'm vegan"
    then = "I have HIV and no nuts for me, I'm allergic to nuts"
    for value, words in ((["vegan"], first), (["vegan", "nut_allergy"], then)):
        guest.facts.update(superseded_at=timezone.now())
        store(guest, "dietary_needs", value, words)
    store(guest, "party_size", 4, "we are four, call 860-555-0142")
    store(guest, "a_kind_that_is_gone", ["hiv"], "I have HIV")
    with connection.schema_editor() as editor:
        migration.cut(apps, editor)
    live = {row.key: row for row in guest.facts.filter(superseded_at=None)}
    assert live["party_size"].quote == "we are four"
    assert live["a_kind_that_is_gone"].quote == ""
    assert fact_sources.words(live["dietary_needs"].choice_quotes) == {
        "vegan": "I'm vegan",
        "nut_allergy": "no nuts for me, I'm allergic to nuts",
    }
    old = guest.facts.exclude(superseded_at=None).get()
    assert old.quote == "I'm vegan"


def store(guest: Guest, key: str, value: Any, quote: str) -> None:
    """As it was stored before quotes were cut."""
    GuestFact.objects.create(
        guest=guest,
        key=key,
        value=value,
        quote=quote,
        turn_id=uuid4(),
        language="en",
        confidence=0.9,
        collected_at=timezone.now(),
    )
