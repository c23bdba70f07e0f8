"""Which row a line of a table is, and which names it may not give."""

from __future__ import annotations

from typing import Any

import pytest

from apps.catalog.models import Restaurant
from apps.properties.models import Property
from apps.staff.intake.results import Result
from apps.staff.intake.row_import import import_rows
from tests import factories

NEW = {"cuisine": "Italian", "price_band": "2"}


@pytest.fixture(autouse=True)
def ballo(mohegan: Property) -> Restaurant:
    return factories.RestaurantFactory.create(
        property=mohegan, name="Ballo Italian", slug="ballo", cuisine="Roman"
    )


def tried(place: Property, *rows: dict[str, str]) -> list[Result]:
    return import_rows(place, "restaurants", rows, "a table", is_dry_run=True)


def test_an_unknown_column_hides_no_other_error(mohegan: Property) -> None:
    row = {"slug": "ballo", "dres_code": "Casual", "price_band": "eleven"}
    [result] = tried(mohegan, row)
    assert "did you mean “dress_code”?" in result.errors["dres_code"]
    assert result.errors["price_band"] == "Enter a whole number."


def test_a_name_without_a_slug_is_the_stored_row_of_that_name(
    mohegan: Property,
) -> None:
    [result] = tried(mohegan, {"name": "ballo italian ", "slug": "", "cuisine": "X"})
    assert (result.outcome, result.changes["cuisine"]) == ("changed", ["Roman", "X"])


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ([{"name": "Ballo Italian", "slug": "new", **NEW}], "its slug is “ballo”"),
        (
            [
                {"name": "Osteria", "slug": "one", **NEW},
                {"name": "osteria", "slug": "two", **NEW},
            ],
            "Several rows have the name",
        ),
        (
            [{"name": "Café Ñandú", **NEW}, {"name": "cafe nandu", "slug": "", **NEW}],
            "Several rows have the name “",
        ),
        ([{"slug": "other", "name": "Ballo Italian"}], "its slug is “ballo”"),
    ],
)
def test_a_name_is_given_once(
    mohegan: Property, rows: list[dict[str, Any]], error: str
) -> None:
    factories.RestaurantFactory.create(property=mohegan, name="Other", slug="other")
    for result in tried(mohegan, *rows):
        assert error in result.errors["name"]


def test_rows_that_are_stored_with_one_name_may_stay_so(mohegan: Property) -> None:
    factories.RestaurantFactory.create(
        property=mohegan, name="Ballo Italian", slug="ballo-2"
    )
    rows = [{"name": "Ballo Italian", "slug": slug} for slug in ("ballo", "ballo-2")]
    assert {result.outcome for result in tried(mohegan, *rows)} == {"same"}


def test_a_name_without_letters_gets_a_slug_that_stays(mohegan: Property) -> None:
    row = {"name": "寿司", **NEW}
    [result] = import_rows(mohegan, "restaurants", [row], "a table")
    assert result.outcome == "new"
    [again] = tried(mohegan, row)
    assert again.outcome == "same"
    assert Restaurant.objects.get(name="寿司").slug.startswith("row-")
