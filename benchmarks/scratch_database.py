"""A database for one measurement, beside the site's database on the same server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.postgresql.base import DatabaseWrapper
from django.utils import timezone

from apps.catalog.demo import loader
from apps.infrastructure.postgresql import roles
from apps.properties.models import Jurisdiction, Property


@contextmanager
def scratch_database() -> Iterator[None]:
    """Points Django at an empty, migrated database until the block ends; then drops it.

    Guests, staff and workers keep the site's database and see nothing of the block.
    Nothing is committed, so no saved row reaches the worker as a task. A database that
    a killed run has left behind is replaced.
    """
    database = cast("DatabaseWrapper", connection)
    site_name = database.settings_dict["NAME"]
    test_options = database.settings_dict["TEST"]
    test_name, test_options["NAME"] = test_options["NAME"], f"{site_name}_scratch"
    database.close_pool()  # its connections lead to the site's database
    try:
        database.creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            _allow_analysis()
            with transaction.atomic():
                yield
                transaction.set_rollback(True)
        finally:
            database.creation.destroy_test_db(site_name, verbosity=0)
    finally:
        test_options["NAME"] = test_name


def _allow_analysis() -> None:
    """Rows that are not committed can be analysed only by the role that wrote them."""
    with roles.owner(), connection.cursor() as cursor:
        cursor.execute("grant maintain on all tables in schema public to public")


def load_demo() -> None:
    """Loads the demo properties without the account of staff."""
    loader.load(settings.BASE_DIR / "fixtures", timezone.now())


def create_property(slug: str, name: str) -> Property:
    """A property without rows, with a law of its own."""
    jurisdiction = Jurisdiction.objects.create(
        code=slug, name=name, gaming_age=21, source="benchmark"
    )
    return Property.objects.create(
        slug=slug,
        name=name,
        time_zone="UTC",
        phone="0",
        website="example.com",
        location="nowhere",
        jurisdiction=jurisdiction,
        bot_mode=Property.BotMode.PAUSED,
    )
