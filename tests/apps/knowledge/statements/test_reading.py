"""A question as the ranking reads it."""

from __future__ import annotations

import pytest

from apps.knowledge import property_snapshot
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.subject import NO_SUBJECT, Subject
from apps.knowledge.statements import ellipsis
from apps.knowledge.statements import reading as readings
from apps.knowledge.statements.reading import Reading
from apps.properties.models import Property
from tests import factories


@pytest.fixture(scope="module")
def resort(module_transaction: None) -> Property:
    mohegan = factories.PropertyFactory.create()
    factories.RestaurantFactory.create(
        property=mohegan, name="Ballo Italian Restaurant", aliases=["Ballo"]
    )
    factories.AmenityFactory.create(property=mohegan, summary="Facials and wraps.")
    return mohegan


@pytest.fixture
def snapshot(resort: Property, db: None) -> PropertySnapshot:
    return property_snapshot.of(resort.pk)


@pytest.fixture
def ballo(snapshot: PropertySnapshot) -> Subject:
    """The guest has asked when Ballo opens, and was told."""
    row = next(name for name in snapshot.names if name.kind == "restaurant")
    return subjects.after([row.item_id], "hours", "When does Ballo open?", ["At 5."])


def read(
    text: str, snapshot: PropertySnapshot, subject: Subject, language: str = "en"
) -> Reading:
    return readings.read(text, language, snapshot, subject)


@pytest.mark.parametrize(
    "text",
    ["how much is it?", "and how much?", "hours?", "what about tomorrow", "is it open"],
)
def test_it_hangs_on_what_was_said_before(
    text: str, snapshot: PropertySnapshot, ballo: Subject
) -> None:
    assert read(text, snapshot, ballo).hangs_on
    assert not read(text, snapshot, NO_SUBJECT).hangs_on


@pytest.mark.parametrize(
    "text",
    ["Is there a sauna?", "how much is a massage?", "when does Mandara Spa open?"],
)
def test_it_stands_alone_when_it_says_of_what_it_asks(
    text: str, snapshot: PropertySnapshot, ballo: Subject
) -> None:
    assert not read(text, snapshot, ballo).hangs_on


def test_only_a_word_that_says_so_points_back(
    snapshot: PropertySnapshot, ballo: Subject
) -> None:
    assert read("do they have parking?", snapshot, ballo).points_back
    assert not read("and how much?", snapshot, ballo).points_back
    assert not read("Is there a pool?", snapshot, ballo).points_back


def test_it_masks_the_rows_that_it_names(snapshot: PropertySnapshot) -> None:
    reading = read("What should I wear at Ballo tonight?", snapshot, NO_SUBJECT)
    assert reading.masked == "what should i wear at it tonight"
    assert [name.title for name in snapshot.names_of(reading.named)] == [
        "Ballo Italian Restaurant"
    ]
    assert reading.named_as == ((reading.named[0], "ballo"),)


def test_it_reads_a_question_without_a_name_as_it_was_written(
    snapshot: PropertySnapshot,
) -> None:
    reading = read("Where can we park?", snapshot, NO_SUBJECT)
    assert (reading.masked, reading.named) == ("Where can we park?", ())
    assert readings.texts_to_embed(reading) == ["Where can we park?"]


def test_it_embeds_a_question_that_hangs_on_with_its_row_and_after_the_last_one(
    snapshot: PropertySnapshot, ballo: Subject
) -> None:
    wordings = read("and how much?", snapshot, ballo).wordings
    assert wordings["in_focus"] == "Ballo Italian Restaurant: and how much?"
    assert wordings["after_before"] == "When does Ballo open? and how much?"


def test_it_forgets_the_row_of_before_when_the_question_names_another(
    snapshot: PropertySnapshot, ballo: Subject
) -> None:
    wordings = read("And Mandara Spa?", snapshot, ballo).wordings
    assert set(wordings) == {"bare", "masked"}


def test_it_compares_the_guests_own_words_where_phrasings_are_in_that_language(
    snapshot: PropertySnapshot,
) -> None:
    wordings = read("¿Cuánto cuesta?", snapshot, NO_SUBJECT, "es").wordings
    assert wordings["original"] == "¿Cuánto cuesta?"
    assert "original" not in read("Quanto costa?", snapshot, NO_SUBJECT, "it").wordings


def test_words_that_only_ask_are_explained_by_their_topic() -> None:
    assert {"cost", "tonight"} <= set(ellipsis.explained_words("price"))
    assert "vegan" not in ellipsis.explained_words("price")


def test_it_reads_misspelt_words_and_names(snapshot: PropertySnapshot) -> None:
    reading = read("whats on the desert menu at Balo resturant", snapshot, NO_SUBJECT)
    assert reading.text == "what is on the desert menu at Ballo restaurant"
    assert len(reading.named) == 1


def test_it_repairs_a_guests_own_words_in_their_language(
    snapshot: PropertySnapshot,
) -> None:
    reading = read("hay picina en el hotel", snapshot, NO_SUBJECT, "es")
    assert reading.original == "hay piscina en el hotel"
    assert "pool" in reading.text


@pytest.mark.parametrize(
    "text", ["and to start?", "kosher?", "can my mother come too", "what about vegans"]
)
def test_an_ellipsis_goes_on_with_what_was_said(
    text: str, snapshot: PropertySnapshot, ballo: Subject
) -> None:
    assert read(text, snapshot, ballo).hangs_on
    assert not read(text, snapshot, NO_SUBJECT).hangs_on


def test_a_word_of_another_row_is_no_ellipsis(
    snapshot: PropertySnapshot, ballo: Subject
) -> None:
    assert not read("and facials?", snapshot, ballo).hangs_on


def test_it_writes_what_hangs_on_in_full(
    snapshot: PropertySnapshot, ballo: Subject
) -> None:
    full = read("and how much?", snapshot, ballo).full_question
    assert full == "Ballo Italian Restaurant: and how much?"
    alone = read("Is there a sauna?", snapshot, ballo)
    assert alone.full_question == "Is there a sauna?"


def test_what_was_asked_is_asked_of_another_thing(
    snapshot: PropertySnapshot, ballo: Subject
) -> None:
    reading = read("and for facials?", snapshot, ballo)
    assert reading.text == "what are the opening hours for facials?"
    assert not reading.hangs_on
    assert read("and for facials?", snapshot, NO_SUBJECT).text == "and for facials?"


def test_a_name_is_no_question_about_what_was_talked_of(
    resort: Property, snapshot: PropertySnapshot, ballo: Subject
) -> None:
    assert read("valet?", snapshot, ballo).names_nothing
    factories.FaqEntryFactory.create(property=resort, aliases=["valet"])
    valet = read("valet?", property_snapshot.of(resort.pk), ballo)
    assert not valet.names_nothing
    assert not valet.hangs_on


def test_how_much_a_night_names_no_room(
    snapshot: PropertySnapshot, ballo: Subject
) -> None:
    assert read("how much per night?", snapshot, ballo).names_nothing


def test_what_joins_it_to_the_message_before_says_nothing(
    snapshot: PropertySnapshot, ballo: Subject
) -> None:
    assert read("ok so any sauna instead?", snapshot, ballo).text == "any sauna"


def test_it_knows_the_row_of_a_name_without_its_apostrophe(
    resort: Property, db: None
) -> None:
    row = factories.RestaurantFactory.create(
        property=resort, name="The Steak House", aliases=["MJ's"]
    )
    snapshot = property_snapshot.of(resort.pk)
    for text in ("MJs?", "and MJ's"):
        reading = read(text, snapshot, NO_SUBJECT)
        assert reading.named == (row.pk,)
        assert {*reading.words} <= snapshot.statements.row_words[row.pk]
