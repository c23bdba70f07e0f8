"""A fixture that is not right: Sam is told where, and nothing is written."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from apps.catalog.management.commands.seed_demo import Command
from apps.catalog.models import Item, SeededRow
from apps.properties.models import Jurisdiction, Property
from tests.apps.catalog.demo import seeding

restaurant = seeding.restaurant
CHRISTMAS = [
    {"first_day": date(2026, 12, 24), "last_day": date(2026, 12, 26), "closed": True},
    {"first_day": date(2026, 12, 26), "closed": True},
]
PROMO = {
    "name": "Winter nights",
    "sort": "hotel",
    "valid_from": date(2026, 3, 1),
    "valid_to": date(2026, 2, 1),
}
REFUSED: list[tuple[dict[str, Any], str]] = [
    (
        restaurant(hours={"wed-sum": "17:00-22:00"}),
        "hours: “sum” is not known here; did you mean “sun”?",
    ),
    (restaurant(hours={"daily": 1020}), "hours: write times in quotes"),
    (restaurant(hours={"daily": "5 PM-22:00"}), "hours: “5 PM” is not a time"),
    (restaurant(hours={"daily": "17:00"}), "hours: opening hours need an end"),
    (
        restaurant(hours={"daily": "11:00-22:00", "fri": "11:00-23:00"}),
        "hours: “fri” is said twice",
    ),
    (
        restaurant(hours={"fri": "20:00-03:00", "sat": "02:00-22:00"}),
        "overlaps",
    ),
    (
        restaurant(hours={"fri": "17:00-17:00"}),
        "hours closes_at: It opens and closes at 5:00 PM. If it is open 24 hours,",
    ),
    (
        restaurant(exceptions=CHRISTMAS),
        "exceptions: Thursday, December 24 to Saturday, December 26 and",
    ),
    (
        restaurant(priceband=2),
        "“priceband” is not known here; did you mean “price_band”?",
    ),
    (
        restaurant(price_band=7),
        "price_band: Ensure this value is less than or equal to 4. The file says 7.",
    ),
    (
        restaurant(source=""),
        "source: this is missing. Where these facts come from.",
    ),
    (restaurant(tiers=[]), "“tiers” is not known here"),
    (restaurant(aliases="the steakhouse"), "aliases: write a list"),
    (restaurant(reservations=True), "reservations: write one value"),
    (restaurant(as_of="last winter"), "as_of: write a date"),
    (restaurant(status="hidden"), "status: Value 'hidden' is not a valid choice."),
]


def refusal(folder: Path) -> str:
    with pytest.raises(CommandError) as refused:
        seeding.seed(folder)
    for model in (Item, Property, Jurisdiction, SeededRow):
        assert not model._default_manager.exists()
    return str(refused.value)


@pytest.mark.django_db
@pytest.mark.parametrize(("row", "sentence"), REFUSED, ids=[s for _, s in REFUSED])
def test_it_names_the_row_and_what_is_wrong(
    tmp_path: Path, row: dict[str, Any], sentence: str
) -> None:
    message = refusal(seeding.folder(tmp_path, restaurants=[restaurant(name="A"), row]))
    assert message.startswith("inn.yaml, restaurants, “Cedars”")
    assert sentence in message


@pytest.mark.django_db
def test_it_refuses_a_promotion_that_ends_before_it_begins(tmp_path: Path) -> None:
    message = refusal(seeding.folder(tmp_path, promos=[PROMO]))
    assert message.startswith(
        "inn.yaml, promos, “Winter nights”, valid_to: It ends before"
    )


@pytest.mark.django_db
def test_it_refuses_a_show_on_a_stage_that_is_not_there(tmp_path: Path) -> None:
    message = refusal(seeding.folder(tmp_path, **seeding.stage(at_venue="The Dem")))
    assert "shows, “Blues night”, at_venue: “The Dem” is not known here" in message
    assert "“The Den”" in message


@pytest.mark.django_db
def test_it_refuses_two_rows_of_one_name(tmp_path: Path) -> None:
    message = refusal(
        seeding.folder(tmp_path, restaurants=[restaurant(), restaurant()])
    )
    assert message.startswith(
        "inn.yaml, restaurants, “Cedars”: this row is there twice"
    )


@pytest.mark.django_db
def test_it_refuses_an_unknown_part(tmp_path: Path) -> None:
    message = refusal(seeding.folder(tmp_path, restaurant=[restaurant()]))
    assert message == (
        "inn.yaml: “restaurant” is not known here; did you mean “restaurants”?"
    )


@pytest.mark.django_db
def test_it_refuses_a_vanity_number_that_dials_elsewhere(tmp_path: Path) -> None:
    law = seeding.read("jurisdictions.yaml")
    lines = law["jurisdictions"][0]["helplines"]
    line = next(one for one in lines if one.get("vanity") == "1-800-MY-RESET")
    line["phone"] = "1-800-699-7378"
    seeding.write(seeding.folder(tmp_path) / "jurisdictions.yaml", law)
    message = refusal(tmp_path)
    assert message.startswith(
        "jurisdictions.yaml, helplines, “National Problem Gambling Helpline”, phone"
    )
    assert "18006973738" in message


@pytest.mark.django_db
def test_it_refuses_a_helpline_that_costs_its_callers(tmp_path: Path) -> None:
    law = seeding.read("jurisdictions.yaml")
    lines = law["jurisdictions"][0]["helplines"]
    line = next(one for one in lines if one["purpose"] == "crisis")
    line["phone"] = "1-900-555-1234"
    seeding.write(seeding.folder(tmp_path) / "jurisdictions.yaml", law)
    assert "1-900-555-1234 is a premium-rate number" in refusal(tmp_path)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("restaurants: [", "bad.yaml: this cannot be read as YAML"),
        ("just words", "bad.yaml: begin with “property:” or “jurisdictions:”."),
        ("restaurants: []", "bad.yaml, property: this is missing"),
        (
            "property:\n  slug: inn\n  slug: other",
            "bad.yaml: “slug” stands twice in a row, line 3.",
        ),
        ("property:\n  slug: inn", "bad.yaml, property, name: this is missing."),
    ],
)
def test_it_refuses_a_file_it_cannot_read(
    tmp_path: Path, text: str, sentence: str
) -> None:
    (seeding.folder(tmp_path) / "bad.yaml").write_text(text)
    assert refusal(tmp_path).startswith(sentence)


@pytest.mark.django_db
def test_it_refuses_a_folder_without_fixtures(tmp_path: Path) -> None:
    assert "holds no .yaml file" in refusal(tmp_path)


@pytest.mark.django_db(transaction=True)
def test_it_ends_with_a_fault_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = seeding.folder(tmp_path, restaurants=[restaurant(price_band=7)])
    arguments = ["manage.py", "seed_demo", f"--fixtures={folder}", "--skip-checks"]
    with pytest.raises(SystemExit) as end:
        Command().run_from_argv(arguments)
    assert end.value.code == 1
    assert "inn.yaml, restaurants, “Cedars”" in capsys.readouterr().err
