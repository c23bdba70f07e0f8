"""Performances made from a weekly rule."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import Settings

from apps.catalog.models import Item, Performance, Show
from tests.apps.catalog.demo import seeding

pytestmark = pytest.mark.django_db
WEEK_LATER = "2026-10-27T12:00:00-04:00"


@pytest.fixture(autouse=True)
def _own_var(settings: Settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path / "var"


def starts(name: str = "Blues night") -> list[datetime]:
    rows = Performance.objects.filter(show__name=name)
    return list(rows.values_list("starts_at", flat=True))


def test_it_starts_at_eight_by_the_wall_on_both_sides_of_the_change(
    tmp_path: Path,
) -> None:
    seeding.seed(seeding.folder(tmp_path, **seeding.stage(weekly={"daily": "20:00"})))
    assert len(starts()) == 60
    assert datetime(2026, 11, 1, 0, tzinfo=UTC) in starts()  # October 31, 8 PM EDT
    assert datetime(2026, 11, 2, 1, tzinfo=UTC) in starts()  # November 1, 8 PM EST


def test_it_ends_at_two_in_the_night_the_clocks_change(tmp_path: Path) -> None:
    party = seeding.stage(weekly={"fri-sat": "22:00-02:00"})
    seeding.seed(seeding.folder(tmp_path, **party))
    # October 31, 10 PM EDT to November 1, 2 AM EST
    night = Performance.objects.get(starts_at=datetime(2026, 11, 1, 2, tzinfo=UTC))
    assert night.ends_at == datetime(2026, 11, 1, 7, tzinfo=UTC)


def test_it_adds_the_days_that_came_into_sight(tmp_path: Path) -> None:
    blues = seeding.stage(weekly={"daily": "20:00"}, weekly_note="Usual start.")
    folder = seeding.folder(tmp_path, **blues)
    seeding.seed(folder)
    before = starts()
    seeding.seed(folder, at=WEEK_LATER)
    assert starts()[:60] == before
    assert len(starts()) == 67
    assert {row.note for row in Performance.objects.all()} == {"Usual start."}
    assert Show.objects.get().revision == 1


def test_it_does_not_bring_back_a_cancelled_evening(tmp_path: Path) -> None:
    folder = seeding.folder(tmp_path, **seeding.stage(weekly={"daily": "20:00"}))
    seeding.seed(folder)
    moved, cancelled = Performance.objects.all()[1:3]
    moved.starts_at += timedelta(hours=1)
    moved.save()
    cancelled.delete()
    seeding.seed(folder)
    assert moved.starts_at in starts()
    assert len(starts()) == 59


def test_it_replaces_only_coming_evenings_when_the_rule_changes(tmp_path: Path) -> None:
    seeding.seed(seeding.folder(tmp_path, **seeding.stage(weekly={"daily": "20:00"})))
    later = seeding.folder(tmp_path, **seeding.stage(weekly={"tue": "21:30"}))
    seeding.seed(later, at=WEEK_LATER)
    past = [one for one in starts() if one < datetime.fromisoformat(WEEK_LATER)]
    assert len(past) == 7
    coming = starts()[7:]
    assert coming[0] == datetime(2026, 10, 28, 1, 30, tzinfo=UTC)
    assert len(coming) == 9


def test_it_keeps_the_evenings_when_only_the_words_change(tmp_path: Path) -> None:
    daily = {"daily": "20:00"}
    seeding.seed(seeding.folder(tmp_path, **seeding.stage(weekly=daily)))
    Performance.objects.all()[3].delete()
    edited_show = seeding.stage(weekly=daily, summary="Blues by the fire.")
    seeding.seed(seeding.folder(tmp_path, **edited_show))
    assert Show.objects.get().summary == "Blues by the fire."
    assert len(starts()) == 59


@pytest.mark.django_db(transaction=True)
def test_it_brings_each_row_once_when_two_operators_start_it(tmp_path: Path) -> None:
    folder = seeding.folder(tmp_path, **seeding.stage(weekly={"daily": "20:00"}))

    def run(_: int) -> str:
        try:
            return seeding.seed(folder, quiet=True)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(run, range(2)))
    assert Item.objects.count() == 2
    assert len(starts()) == 60
