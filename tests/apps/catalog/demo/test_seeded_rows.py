"""Whose word counts when a property is seeded again: the file's or the staff's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Model
from django.db.models.signals import post_delete, post_save
from pytest_django import Settings

from apps.catalog.models import Restaurant
from apps.properties.models import Property
from tests.apps.catalog.demo import seeding

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_var(settings: Settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path / "var"


@contextmanager
def saves() -> Iterator[list[Model]]:
    """Every row saved or deleted meanwhile."""
    contents: list[Model] = []

    def note(instance: Model, **_: Any) -> None:
        contents.append(instance)

    post_save.connect(note)
    post_delete.connect(note)
    yield contents
    post_save.disconnect(note)
    post_delete.disconnect(note)


def test_it_changes_nothing_the_second_time(tmp_path: Path) -> None:
    cedars = seeding.restaurant(hours={"always": True})
    folder = seeding.folder(
        tmp_path, restaurants=[cedars], **seeding.stage(weekly={"daily": "20:00"})
    )
    assert "The Inn: 3 rows, 3 new\n" in seeding.seed(folder)
    with saves() as contents:
        output = seeding.seed(folder)
    assert output == "The Inn: 3 rows, 0 new\n"
    assert contents == []


def test_it_says_nothing_when_asked_to_be_quiet(tmp_path: Path) -> None:
    assert seeding.seed(seeding.folder(tmp_path), quiet=True) == ""


def test_it_leaves_sams_edit_alone_and_updates_the_rest(tmp_path: Path) -> None:
    cedars, pepes = seeding.restaurant(), seeding.restaurant(name="Pepe's")
    seeding.seed(seeding.folder(tmp_path, restaurants=[cedars, pepes]))
    row = Restaurant.objects.get(name="Cedars")
    row.summary = "Sam says: ask for the corner table."
    row.save()
    cedars, pepes = {**cedars, "price_band": 4}, {**pepes, "price_band": 1}
    output = seeding.seed(seeding.folder(tmp_path, restaurants=[cedars, pepes]))
    assert "The Inn: 2 rows, 0 new, 1 changed, 1 left to staff" in output
    row.refresh_from_db()
    assert (row.price_band, row.summary[:3]) == (3, "Sam")
    assert Restaurant.objects.get(name="Pepe's").price_band == 1


def test_it_sees_an_edit_of_the_hours_too(tmp_path: Path) -> None:
    cedars = seeding.restaurant(hours={"daily": "17:00-22:00"})
    seeding.seed(seeding.folder(tmp_path, restaurants=[cedars]))
    row = Restaurant.objects.get()
    row.hours.filter(weekday=0).delete()
    cedars["hours"] = {"daily": "12:00-22:00"}
    seeding.seed(seeding.folder(tmp_path, restaurants=[cedars]))
    assert {str(slot.opens_at) for slot in row.hours.all()} == {"17:00:00"}
    assert row.hours.count() == 6


def test_it_empties_what_the_file_no_longer_says(tmp_path: Path) -> None:
    cedars = seeding.restaurant(hours={"always": True}, dress_code="Casual")
    seeding.seed(seeding.folder(tmp_path, restaurants=[cedars]))
    seeding.seed(seeding.folder(tmp_path, restaurants=[seeding.restaurant()]))
    row = Restaurant.objects.get()
    assert (row.dress_code, row.hours.count(), row.revision) == ("", 0, 2)


def test_it_does_not_bring_back_what_sam_deleted(tmp_path: Path) -> None:
    folder = seeding.folder(tmp_path, restaurants=[seeding.restaurant()])
    seeding.seed(folder)
    Restaurant.objects.get().delete()
    seeding.seed(folder)
    changed = [seeding.restaurant(price_band=1)]
    output = seeding.seed(seeding.folder(tmp_path, restaurants=changed))
    assert "1 left to staff" in output
    assert not Restaurant.objects.exists()


def test_it_leaves_a_row_that_sam_made_first(tmp_path: Path) -> None:
    seeding.seed(seeding.folder(tmp_path))
    place = Property.objects.get()
    mine = {"cuisine": "Grill", "price_band": 1, **seeding.FACTS}
    Restaurant.objects.create(property=place, slug="cedars", name="Cedars", **mine)
    seeding.seed(seeding.folder(tmp_path, restaurants=[seeding.restaurant()]))
    assert Restaurant.objects.get().cuisine == "Grill"


def test_it_keeps_a_paused_property_paused_and_a_removed_one_away(
    tmp_path: Path,
) -> None:
    small = seeding.folder(tmp_path, restaurants=[seeding.restaurant()])
    seeding.seed(small)
    Property.objects.update(bot_mode=Property.BotMode.PAUSED)
    seeding.seed(small)
    assert Property.objects.get().bot_mode == "paused"
    Property.objects.all().delete()
    assert "The Inn: removed by staff, left so" in seeding.seed(small)
    assert not Property.objects.exists()
