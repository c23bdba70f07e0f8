"""Loads a folder of fixtures into the catalog in one transaction."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import cast

from django.db import connection, transaction
from django.dispatch import Signal

from apps.catalog.demo import fixture_files, maps, performances, row_writer, rows
from apps.catalog.demo.row_writer import Links
from apps.catalog.demo.rows import PropertyRows, Row
from apps.catalog.demo.seeded_rows import SeededRows, Verdict
from apps.catalog.models import Show
from apps.properties.models import Property

# An arbitrary number that no other advisory lock of this database uses.
SEEDING_LOCK = 7_041_986
# Sent with `folder` and `now` once the catalog is there, in the same transaction, so
# that other apps load what refers to it. Receivers return their tallies.
catalog_loaded = Signal()


@dataclass
class Tally:
    """What a run wrote for one property."""

    name: str
    row_count: int
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    is_removed: bool = False


@transaction.atomic
def load(folder: Path, now: datetime) -> list[Tally]:
    """Raises FixtureError, with nothing written, when a file is invalid."""
    files = fixture_files.read(folder)
    law, places = rows.law(files), rows.places(files)
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(%s)", [SEEDING_LOCK])
    seeded_rows = SeededRows()
    for row in law:
        _load(row, seeded_rows, Links())
    tallies = [_load_place(place, seeded_rows, now) for place in places]
    seeded_rows.store()
    maps.load(folder)
    for _, more in catalog_loaded.send(None, folder=folder, now=now):
        tallies += cast("list[Tally]", more)
    return tallies


def _load_place(place: PropertyRows, seeded_rows: SeededRows, now: datetime) -> Tally:
    tally = Tally(str(place.place.values["name"]), len(place.items))
    _load(place.place, seeded_rows, Links())
    owner = Property.objects.filter(**place.place.identity).first()
    if owner is None:
        tally.is_removed = True
        return tally
    links = Links(place.items, owner)
    for row in place.items:
        links.check(row)
        verdict = _load(row, seeded_rows, links)
        tally.verdicts[verdict] += 1
        if row.model is Show:
            _keep_performances(row, verdict, seeded_rows, now)
    return tally


def _load(row: Row, seeded_rows: SeededRows, links: Links) -> Verdict:
    if seeded_rows.has(row):
        return Verdict.SAME
    stored = row.model._default_manager.filter(**row.identity).first()
    verdict = seeded_rows.verdict(row, stored)
    if verdict is Verdict.LEFT:
        return verdict
    linked = links.of(row)
    stored = stored or links.unsaved(row)
    if stored is None or not links.suffice(linked, row):
        return Verdict.LEFT
    row_writer.write(stored, row, linked)
    seeded_rows.remember(row, stored)
    return verdict


def _keep_performances(
    row: Row, verdict: Verdict, seeded_rows: SeededRows, now: datetime
) -> None:
    seeded = seeded_rows.of(row)
    show = Show.objects.filter(**row.identity).first()
    if seeded is None or show is None:
        return
    if verdict in {Verdict.NEW, Verdict.CHANGED}:
        performances.drop_when_rule_changed(show, row, seeded, now)
    performances.make(show, row, seeded, now)
