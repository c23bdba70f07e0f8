"""Alice's questions reach the right passages of her own resort."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all, search, titles

NOW = datetime(2026, 11, 20, 23, tzinfo=UTC)


@pytest.fixture
def resort(mohegan: Property) -> Property:
    factories.RestaurantFactory.create(
        property=mohegan,
        name="Ballo Italian Restaurant",
        aliases=["Ballo"],
        dress_code="Smart casual",
        hours=["3-6 17:00-22:00"],
    )
    factories.RestaurantFactory.create(
        property=mohegan,
        name="Hash House A Go Go",
        cuisine="American",
        price_band=2,
        dress_code="Casual",
    )
    factories.AmenityFactory.create(property=mohegan, summary="Massages and facials.")
    factories.FaqEntryFactory.create(property=mohegan)
    embed_all()
    return mohegan


def test_it_finds_by_meaning_without_a_common_word(resort: Property) -> None:
    passages = search(resort, "Where can I leave my car at no cost?", NOW)
    assert titles(passages)[0] == "Is parking free?"


def test_it_looks_at_the_place_that_was_talked_about(resort: Property) -> None:
    passages = search(
        resort, "What should I wear there?", NOW, "Ballo is Italian.", "Hi"
    )
    assert titles(passages)[0] == "Ballo Italian Restaurant"


def test_it_follows_a_change_of_mind(resort: Property) -> None:
    earlier = ("Rather Hash House A Go Go", "Tell me about Ballo")
    passages = search(resort, "What should I wear there?", NOW, *earlier)
    assert titles(passages)[0] == "Hash House A Go Go"


def test_it_leaves_the_place_for_a_question_about_the_resort(resort: Property) -> None:
    passages = search(resort, "Is parking free?", NOW, "Tell me about Ballo")
    assert "Is parking free?" in titles(passages)


def test_it_finds_nothing_for_what_the_records_do_not_hold(resort: Property) -> None:
    assert search(resort, "How do I file my income tax return?", NOW) == []


def test_it_never_shows_another_resorts_rows(
    resort: Property, foxwoods: Property
) -> None:
    factories.FaqEntryFactory.create(
        property=foxwoods, answer="Foxwoods parking costs $40."
    )
    embed_all()
    for place in (resort, foxwoods):
        ids = {
            passage["metadata"]["item_id"] for passage in search(place, "parking", NOW)
        }
        assert ids
        assert ids <= set(place.items.values_list("id", flat=True))


def test_it_knows_a_row_only_while_it_is_valid(resort: Property) -> None:
    factories.PromoFactory.create(
        property=resort, name="Autumn feast", valid_to=NOW + timedelta(hours=1)
    )
    embed_all()
    assert "Autumn feast" in titles(search(resort, "Tell me about Autumn feast", NOW))
    later = NOW + timedelta(hours=2)
    assert "Autumn feast" not in titles(search(resort, "Autumn feast", later))


def test_it_tells_with_the_passage_whether_the_place_is_open(resort: Property) -> None:
    friday_evening = datetime(2026, 11, 20, 23, tzinfo=UTC)  # 6 PM in Connecticut
    passages = search(resort, "When does Ballo close?", friday_evening)
    assert any("Open now until 10:00 PM" in passage["content"] for passage in passages)


def test_it_quotes_field_and_value_of_the_row(resort: Property) -> None:
    [line] = [
        line
        for passage in search(resort, "dress code at Ballo", NOW)
        for line in passage["metadata"]["sentences"]
        if line["field"] == "dress_code"
        and passage["metadata"]["item_name"].startswith("Ballo")
    ]
    assert (line["label"], line["value"]) == ("Dress code", "Smart casual")


def test_a_rare_word_finds_its_passage_although_the_meaning_is_far(
    resort: Property,
) -> None:
    factories.FaqEntryFactory.create(
        property=resort,
        name="What do the shops by the waterfall sell?",
        answer="Perfume, handbags, watches and running shoes, and at the back of the "
        "last shop a small counter for film, batteries, zithers and greeting cards.",
    )
    embed_all()
    passages = search(resort, "My brother plays the zither in a Vienna orchestra", NOW)
    assert titles(passages) == ["What do the shops by the waterfall sell?"]
