"""What staff have written in a field stands in a sentence that an answer can cite."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from apps.catalog.models import Item, Show
from apps.knowledge.indexing.readers import items
from apps.knowledge.schedule import computed_facts
from apps.language.calendar import asked_time
from apps.properties.models import Property
from tests import factories

ZONE = ZoneInfo("America/New_York")
FRIDAY = datetime(2026, 11, 20, 18, tzinfo=ZONE)


def facts(row: Item) -> dict[str, tuple[str, str]]:
    """Value and sentence by field."""
    passage = items.read(row)[0]
    return {line["field"]: (line["value"], line["text"]) for line in passage.sentences}


def test_it_says_what_sort_of_amenity_a_row_is(mohegan: Property) -> None:
    row = factories.AmenityFactory.create(
        property=mohegan, name="Kids Quest", sort="family"
    )
    assert facts(row)["sort"] == ("For families", "Kids Quest: for families.")


@pytest.mark.parametrize(
    ("cuisine", "text"),
    [
        ("Italian", "The cuisine at Ballo is Italian."),
        ("American with bowling", "The cuisine at Ballo is American with bowling."),
        ("Steakhouse", "Ballo is a steakhouse."),
        ("Pub and grill", "Ballo is a pub and grill."),
        ("American diner", "Ballo is an American diner."),
        ("Cocktail bar", "Ballo is a cocktail bar."),
    ],
)
def test_it_says_what_a_place_is_as_a_host_would(
    mohegan: Property, cuisine: str, text: str
) -> None:
    row = factories.RestaurantFactory.create(
        property=mohegan, name="Ballo", cuisine=cuisine
    )
    assert facts(row)["cuisine"] == (cuisine, text)


def test_it_says_the_last_day_of_an_offer(mohegan: Property) -> None:
    row = factories.PromoFactory.create(
        property=mohegan,
        name="Winter Escape",
        valid_to=datetime(2027, 2, 1, 5, tzinfo=UTC),  # midnight in Connecticut
    )
    assert facts(row)["valid_to"] == (
        "Sunday, January 31, 2027",
        "The last day of Winter Escape is Sunday, January 31, 2027.",
    )


def test_it_says_no_last_day_of_an_offer_without_one(mohegan: Property) -> None:
    assert "valid_to" not in facts(factories.PromoFactory.create(property=mohegan))


@pytest.fixture
def show(mohegan: Property) -> Show:
    show: Show = factories.ShowFactory.create(property=mohegan, name="The Fab Faux")
    factories.PerformanceFactory.create(
        show=show,
        starts_at=datetime(2026, 11, 21, 20, tzinfo=ZONE),
        ends_at=datetime(2026, 11, 21, 22, 30, tzinfo=ZONE),
        note="With a string quartet.",
    )
    return show


def test_it_says_when_the_next_performance_ends_and_its_note(show: Show) -> None:
    lines = computed_facts.of(show, FRIDAY)
    assert [line["text"] for line in lines] == [
        "The Fab Faux plays tomorrow at 8:00 PM (until 10:30 PM).",
        "The Fab Faux: With a string quartet.",
    ]
    assert {line["field"] for line in lines} == {"performances"}


def test_it_says_them_of_the_day_that_is_asked_for(show: Show) -> None:
    saturday = asked_time.read("Who plays on Saturday?", FRIDAY)
    texts = [line["text"] for line in computed_facts.of(show, FRIDAY, saturday)]
    assert texts[:2] == [
        "The Fab Faux plays on Saturday, November 21 at 8:00 PM (until 10:30 PM).",
        "The Fab Faux: With a string quartet.",
    ]


def test_a_note_on_another_performance_is_not_told_of_the_day(show: Show) -> None:
    tonight = FRIDAY.replace(hour=20)
    factories.PerformanceFactory.create(show=show, starts_at=tonight, note="Sold out.")
    saturday = asked_time.read("Is it sold out on Saturday?", FRIDAY)
    texts = [line["text"] for line in computed_facts.of(show, FRIDAY, saturday)]
    assert "The Fab Faux: With a string quartet." in texts
    assert "Sold out" not in " ".join(texts)
    assert "The Fab Faux plays tonight at 8:00 PM." in texts


def test_it_warns_that_a_holiday_may_differ(mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(
        property=mohegan, name="Tuscany", hours=["0-6 17:00-22:00"]
    )
    thanksgiving = asked_time.read("open on Thanksgiving?", FRIDAY)
    caution = "These are the usual hours; the holiday itself may differ."
    text = computed_facts.of(row, FRIDAY, thanksgiving)[0]["text"]
    assert text.startswith("Tuscany is open on Thanksgiving, Thursday, November 26, 5:")
    assert text.endswith(caution)
    row.hours_exceptions.create(
        first_day=date(2026, 11, 26),
        last_day=date(2026, 11, 26),
        closed=True,
        note="Thanksgiving",
    )
    text = computed_facts.of(row, FRIDAY, thanksgiving)[0]["text"]
    closed = "Tuscany is closed on Thanksgiving, Thursday, November 26; it opens "
    assert text == f"{closed}on Friday, November 27 at 5:00 PM."


@pytest.mark.parametrize(
    ("language", "texts", "value"),
    [
        (
            "es",
            [
                "La próxima función de The Fab Faux es mañana a las 8:00 p. m. "
                "(hasta las 10:30 p. m.).",
                "The Fab Faux: «With a string quartet».",
            ],
            "mañana a las 8:00 p. m. (hasta las 10:30 p. m.)",
        ),
        (
            "fr",
            [
                "La prochaine représentation de The Fab Faux est demain à 20 h "
                "(jusqu'à 22 h 30).",
                "The Fab Faux : « With a string quartet ».",
            ],
            "demain à 20 h (jusqu'à 22 h 30)",
        ),
    ],
)
def test_it_says_them_in_the_guests_language_too(
    show: Show, language: str, texts: list[str], value: str
) -> None:
    lines = computed_facts.of(show, FRIDAY, language=language)
    assert [line["in_language"] for line in lines] == texts
    assert lines[0]["text"].startswith("The Fab Faux plays tomorrow at 8:00 PM")
    values = [line["value_in_language"] for line in lines]
    assert values == [value, "With a string quartet."]


@pytest.mark.parametrize(
    ("language", "time_text", "values"),
    [
        (
            "es",
            "at 7 pm today",
            ["abierto, hasta las 10:00 p. m.", "de las 5:00 p. m."],
        ),
        ("es", "at 4 pm today", ["cerrado", "de las 5:00 p. m."]),
        ("fr", "at 7 pm today", ["ouvert, jusqu'à 22 h", "de 17 h à 22 h"]),
        ("fr", "on Tuesday", ["fermé", "Ouvert maintenant"]),
    ],
)
def test_the_values_alone_are_in_the_guests_language_too(
    mohegan: Property, language: str, time_text: str, values: list[str]
) -> None:
    row = factories.RestaurantFactory.create(
        property=mohegan, name="Tuscany", hours=["4 17:00-22:00"]
    )
    asked_for = asked_time.read(f"Is it open {time_text}?", FRIDAY)
    lines = computed_facts.of(row, FRIDAY, asked_for, language)
    for line, value in zip(lines, values, strict=False):
        assert line["value_in_language"].startswith(value)


def test_a_common_note_is_translated_before_a_show_and_after_it_began(
    show: Show,
) -> None:
    show.performances.update(note="Usual time.")
    begun = FRIDAY.replace(day=21, hour=20, minute=10)
    english = "The Fab Faux: Usual time."
    for at, language, text in (
        (FRIDAY, "es", "The Fab Faux: hora habitual."),
        (begun, "es", "The Fab Faux: hora habitual."),
        (begun, "fr", "The Fab Faux : heure habituelle."),
    ):
        note = computed_facts.next_performance(
            show.performances.get(), at, language=language
        )[-1]
        assert note["in_language"].endswith(text)
        assert at == FRIDAY or note["text"] == english


def test_it_says_in_english_alone_what_it_cannot_translate(show: Show) -> None:
    lines = computed_facts.of(show, FRIDAY, language="de")
    assert all("in_language" not in line for line in lines)
