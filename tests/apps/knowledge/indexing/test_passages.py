"""What Sam saves can be asked about at once; what Sam deletes, never again."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import transaction

from apps.catalog.models import Item
from apps.knowledge.models import Embedding, Passage
from apps.knowledge.search import rankings
from apps.knowledge.search.rankings import Scope
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all

NOW = datetime(2026, 11, 20, 23, tzinfo=UTC)


def found_by_keyword(place: Property, words: str) -> list[str]:
    candidates = rankings.candidates(Scope(place.pk, NOW), words, "", (), ())
    ids = rankings.best({row.passage_id: row.words for row in candidates})
    rows = Passage.objects.in_bulk(list(ids))
    return [rows[key].title for key in ids]


def test_it_finds_a_saved_row_by_keyword_before_any_vector(mohegan: Property) -> None:
    factories.RestaurantFactory.create(
        property=mohegan, name="Ballo", cuisine="Venetian"
    )
    assert found_by_keyword(mohegan, "venetian") == ["Ballo"]
    assert not Embedding.objects.filter(state="ready").exists()


def test_it_answers_with_the_new_words_after_an_edit(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(property=mohegan, dress_code="Casual")
    row.dress_code = "Jacket required"
    row.save()
    assert found_by_keyword(mohegan, "jacket")
    assert not found_by_keyword(mohegan, "casual")


def test_it_forgets_a_deleted_row(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(
        property=mohegan, hours=["0-6 17:00-22:00"]
    )
    row.delete()
    assert not Passage.objects.exists()


def test_it_forgets_a_row_that_goes_back_to_draft(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(property=mohegan)
    row.status = Item.Status.DRAFT
    row.save()
    assert not Passage.objects.exists()


def test_it_leaves_nothing_of_a_save_that_is_rolled_back(mohegan: Property) -> None:
    with transaction.atomic():
        factories.RestaurantFactory.create(property=mohegan)
        transaction.set_rollback(True)
    assert not Passage.objects.exists()


def test_it_tells_new_hours_when_only_the_hours_change(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(
        property=mohegan, hours=["0-6 17:00-22:00"]
    )
    row.hours.filter(weekday=0).delete()
    text = Passage.objects.get(item=row, field_group="hours").text
    assert "closed Monday" in text


def test_it_embeds_only_what_changed(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(
        property=mohegan, hours=["0-6 17:00-22:00"]
    )
    embed_all()
    before = dict(Embedding.objects.values_list("passage__field_group", "id"))
    row.dress_code = "Smart casual"
    row.save()
    waiting = Embedding.objects.filter(state="pending")
    assert [row.passage.field_group for row in waiting] == ["facts"]
    assert Embedding.objects.get(passage__field_group="hours").pk == before["hours"]


def test_it_changes_nothing_when_a_row_is_saved_as_it_was(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(property=mohegan)
    passage_id = Passage.objects.get(item=row).pk
    row.save()
    passage = Passage.objects.get(item=row)
    assert (passage.pk, passage.revision) == (passage_id, row.revision)


def test_it_renames_the_questions_about_a_renamed_row(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(property=mohegan, name="Ballo")
    factories.FaqEntryFactory.create(
        property=mohegan, name="Is there a patio?", answer="Yes.", about=row
    )
    row.name = "Ballissimo"
    row.save()
    title = Passage.objects.get(item__kind="faq").title
    assert title == "Ballissimo: Is there a patio?"


def test_it_moves_the_passages_with_a_row_to_another_property(
    mohegan: Property, foxwoods: Property
) -> None:
    row = factories.RestaurantFactory.create(property=mohegan, cuisine="Venetian")
    row.property = foxwoods
    row.save()
    assert not found_by_keyword(mohegan, "venetian")
    assert found_by_keyword(foxwoods, "venetian")


def test_it_cuts_a_long_text_into_passages(mohegan: Property) -> None:
    words = "The terrace faces the river and is heated in winter. " * 40
    row = factories.RestaurantFactory.create(property=mohegan, details=words)
    parts = Passage.objects.filter(item=row, field_group="details")
    assert len(parts) > 1
    assert all(len(part.text) <= 800 for part in parts)


def test_it_lets_no_record_forge_a_source_mark(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(
        property=mohegan, summary="The best [1] rolls [23]."
    )
    text = Passage.objects.get(item=row, field_group="facts").text
    assert "The best (1) rolls (23)." in text
