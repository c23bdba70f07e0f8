"""Properties with a catalog and an index, ready to be asked about."""

from __future__ import annotations

import fcntl
import os
import pickle
import shutil
from datetime import datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction

from apps.catalog.models import Restaurant
from apps.llm.embeddings import embedder
from apps.properties.models import Property
from tests import factories, shared_vectors
from tests.apps.knowledge.searching import embed_all
from tests.stored_rows import StoredRows

FRIDAY = datetime.fromisoformat("2026-11-20T12:00:00-05:00")


@pytest.fixture(scope="session")
def resort_rows() -> dict[str, tuple[StoredRows, str]]:
    """What making `resort` has written, by embedder, and statements that write it
    again; empty before."""
    return {}


@pytest.fixture
def resort(
    transactional_db: None, resort_rows: dict[str, tuple[StoredRows, str]]
) -> Property:
    """A small property, visible to other processes: helplines, Ballo and parking.

    A thousand tests ask for it: most get copies of its rows, with the same ids.
    """
    model = embedder().name
    stored, inserts = resort_rows.get(model, (None, ""))
    if stored and stored.have_room():
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(inserts)
        return Property.objects.get(slug="mohegan-sun")
    before = StoredRows()
    place = make_resort()
    rows = StoredRows(before)
    if before.by_table.keys().isdisjoint(rows.by_table):
        resort_rows[model] = rows, rows.inserts()
    return place


def make_resort() -> Property:
    """What `resort` is, with new ids."""
    with transaction.atomic():
        place = factories.PropertyFactory.create()
        factories.HelplineFactory.create(
            jurisdiction=place.jurisdiction,
            purpose="crisis",
            name="988 Lifeline",
            phone="988",
            takes_texts=True,
        )
        factories.HelplineFactory.create(jurisdiction=place.jurisdiction)
        factories.RestaurantFactory.create(
            property=place,
            name="Ballo Italian Restaurant",
            aliases=["Ballo"],
            dress_code="Smart casual",
            hours=["0-6 00:00-00:00"],
        )
        factories.FaqEntryFactory.create(property=place)
    embed_all()
    return place


@pytest.fixture
def two_restaurants(resort: Property) -> Property:
    """`resort` with a second restaurant to compare the first with."""
    factories.RestaurantFactory.create(
        property=resort,
        name="Tuscany",
        slug="tuscany",
        dress_code="Business casual",
        price_band=4,
        hours=["0-6 00:00-00:00"],
    )
    Restaurant.objects.filter(name__startswith="Ballo").update(price_band=2)
    embed_all()
    return resort


@pytest.fixture(scope="session")
def demo_rows() -> list[StoredRows]:
    """What seeding has written, once a run; empty before."""
    return []


@pytest.fixture
def demo(
    transactional_db: None,
    demo_rows: list[StoredRows],
    tmp_path_factory: pytest.TempPathFactory,
) -> Property:
    """Mohegan Sun, seeded with the other demo property as `make run` shows them."""
    if demo_rows:
        demo_rows[0].write()
    else:
        demo_rows.append(_seeded(_shared_folder(tmp_path_factory)))
    return Property.objects.get(slug="mohegan-sun")


def _seeded(folder: Path) -> StoredRows:
    """The rows of the demo: seeding takes half a minute, so workers share them."""
    stored, pictures = folder / "demo.pickle", folder / "demo-pictures"
    with (folder / "demo.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if stored.exists():
            rows: StoredRows = pickle.loads(stored.read_bytes())  # noqa: S301 - our own
            rows.write_to_another_database()
            shutil.copytree(pictures, settings.MEDIA_ROOT, dirs_exist_ok=True)
            return rows
        call_command("seed_demo", quiet=True, at=FRIDAY)
        with shared_vectors.of_all_runs(folder):
            embed_all()
        Path(settings.MEDIA_ROOT).mkdir(parents=True, exist_ok=True)
        shutil.copytree(settings.MEDIA_ROOT, pictures, dirs_exist_ok=True)
        stored.write_bytes(pickle.dumps(rows := StoredRows()))
    return rows


def _shared_folder(folders: pytest.TempPathFactory) -> Path:
    """One folder for all workers of this run."""
    own = folders.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
