"""A table of all rows that goes out and comes in again changes nothing."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from apps.catalog.models import HoursException, Performance, PromoTier
from apps.knowledge.models import Phrasing
from apps.properties.models import Property
from apps.staff.history import snapshot
from apps.staff.intake import columns, deliveries, export, related_columns
from apps.staff.intake.results import Result
from apps.staff.intake.row_import import import_rows
from apps.staff.intake.table_files import files
from tests import factories

pytestmark = pytest.mark.slow

CHRISTMAS = date(2026, 12, 24)
TOO_MANY_DATES = "\n".join(
    f"2030-{month:02}-{day:02} 20:00" for month in range(1, 9) for day in range(1, 29)
)
KINDS = [name for name in columns.CATEGORIES if name != columns.BOOKINGS]


def table(place: Property, category: str, kind: str = "csv") -> list[dict[str, Any]]:
    """The rows of a file that was exported and read again."""
    model: Any = columns.CATEGORIES[category]
    write = files.write_csv if kind == "csv" else files.write_xlsx
    rows = model.objects.filter(property=place).order_by("pk")
    content = write(export.header(model), export.lines(model, rows))
    return files.read(f"table.{kind}", content)


def handed_in(place: Property, category: str, rows: Any) -> list[Result]:
    with transaction.atomic():
        return import_rows(place, category, rows, "a table")


def test_every_row_of_the_demo_comes_in_unchanged(demo: Property) -> None:
    Phrasing.objects.create(
        item=demo.items.get(slug="ballo-italian-restaurant"),
        field="dress_code",
        text="Do I need a jacket, or a tie, at Ballo?",
    )
    for kind in ("csv", "xlsx"):
        for category in KINDS:
            results = handed_in(demo, category, table(demo, category, kind))
            assert {one.outcome for one in results} <= {"same"}, results


@pytest.fixture
def hall(mohegan: Property) -> Any:
    """A show in an hour that two others follow, and a closed Christmas."""
    show = factories.ShowFactory.create(property=mohegan, name="Ruby Vance")
    show.performances.all().delete()
    tonight = timezone.now().replace(microsecond=0) + timedelta(hours=1)
    for days in (-7, 0, 7):
        starts_at = tonight + timedelta(days=days)
        Performance.objects.create(show=show, starts_at=starts_at, note="Acoustic")
    HoursException.objects.create(
        item=show, first_day=CHRISTMAS, last_day=CHRISTMAS, closed=True
    )
    return show


def test_what_hangs_below_a_row_can_be_changed_in_a_table(
    mohegan: Property, hall: Any
) -> None:
    [row] = table(mohegan, "shows")
    row["performances"] = row["performances"].splitlines()[1]
    row["exceptions"] = (
        "2026-12-24 to 2026-12-25|closed|Christmas\n2026-12-31|17:00-23:30"
    )
    [result] = handed_in(mohegan, "shows", [row])
    assert set(result.changes) == {"performances", "exceptions"}
    coming = hall.performances.filter(starts_at__gt=timezone.now())
    assert (coming.count(), hall.performances.count()) == (1, 2)
    christmas, last = hall.hours_exceptions.all()
    assert (christmas.last_day, christmas.note) == (date(2026, 12, 25), "Christmas")
    assert (last.closes_at, last.closed) == (time(23, 30), False)


def test_tiers_with_signs_of_the_format_come_in_unchanged(mohegan: Property) -> None:
    promo = factories.PromoFactory.create(property=mohegan)
    PromoTier.objects.create(
        promo=promo, rank=1, name="Gold", benefits='Parking | valet\n"Always" free'
    )
    [result] = handed_in(mohegan, "promos", table(mohegan, "promos"))
    assert result.outcome == "same"
    assert PromoTier.objects.get().benefits == 'Parking | valet\n"Always" free'


@pytest.mark.parametrize(
    ("column", "cell", "sentence"),
    [
        ("performances", "next friday", "2026-12-05 20:00 to 2026-12-05 22:00"),
        ("performances", "9999-12-31 23:59", "Give a year from 1900 to 2999"),
        ("performances", TOO_MANY_DATES, "at most 200 lines"),
        ("exceptions", "2026-12-24|17:00+02:00-23:00", "2026-12-24 to 2026-12-25"),
        ("exceptions", "2026-12-24 to 9999-12-31|closed", "1900 to 2999"),
        ("phrasings", "__class__|Do I need a jacket?", "answers no question here"),
        ("phrasings", "genre|I want to kill myself", "fixed reply"),
        ("performances", "2030-01-02 20:00\n2030-01-02 20:00", "stands there twice"),
        ("exceptions", "2026-12-24|at noon", "2026-12-24 to 2026-12-25|closed"),
        (
            "exceptions",
            "2026-12-24|closed\n2026-12-24|10:00-12:00",
            "Another exception",
        ),
        ("phrasings", "dress_code|a|b", "dress_code|Do I need a jacket?"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_an_example(
    mohegan: Property, hall: Any, column: str, cell: str, sentence: str
) -> None:
    [row] = table(mohegan, "shows")
    [result] = handed_in(mohegan, "shows", [{**row, column: cell}])
    assert sentence in result.errors[column]
    assert hall.performances.count() == 3
    assert hall.hours_exceptions.get().closed


def test_a_date_in_the_hour_that_occurs_twice_keeps_its_moment(
    mohegan: Property, hall: Any
) -> None:
    second = datetime.fromisoformat("2027-11-07T01:30:00-05:00")
    Performance.objects.create(show=hall, starts_at=second)
    [result] = handed_in(mohegan, "shows", table(mohegan, "shows"))
    assert result.outcome == "same"
    assert hall.performances.filter(starts_at=second).exists()


def test_undoing_a_table_brings_back_all_that_hung_below_its_rows(
    mohegan: Property, hall: Any, sams_account: User
) -> None:
    Phrasing.objects.create(item=hall, field="genre", text="Which music does she play?")
    before = snapshot.read(hall.concrete)
    [row] = table(mohegan, "shows")
    emptied = {name: "" for name in ("hours", *related_columns.COLUMNS) if name in row}
    delivery = deliveries.preview(
        mohegan, "shows", [{**row, "genre": "Jazz", **emptied}], sams_account
    )
    deliveries.accept(delivery.pk)
    assert deliveries.apply(delivery.pk) == "applied"
    hall.refresh_from_db()
    assert set(delivery.results[0]["changes"]) >= {"genre", "performances", "phrasings"}
    assert snapshot.read(hall) != before
    delivery.refresh_from_db()
    assert deliveries.undo(delivery, sams_account).skipped == {}
    hall.refresh_from_db()
    assert snapshot.read(hall) == before
