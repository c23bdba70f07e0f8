"""The tests' own database is the same before every test."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.test import testcases

from tests import factories
from tests.stored_rows import StoredRows


def _first_rows() -> list[list[tuple[object, ...]]]:
    models = (ContentType, Permission, Group, Group.permissions.through)
    return [
        list(model._default_manager.order_by("pk").values_list()) for model in models
    ]


def _flush() -> None:
    """As Django does after a test."""
    options = {"interactive": False, "verbosity": 0, "inhibit_post_migrate": False}
    testcases.call_command("flush", **options)  # type: ignore[attr-defined]


def test_it_begins_with_the_rows_of_a_migrated_database(
    transactional_db: None,
) -> None:
    rows = _first_rows()
    assert all(rows)
    User.objects.create(username="sam")
    Group.objects.all().delete()
    _flush()
    assert _first_rows() == rows
    assert not User.objects.exists()
    call_command("migrate", verbosity=0)
    assert _first_rows() == rows


def test_it_keeps_no_row_that_triggers_write_while_it_is_emptied(
    transactional_db: None,
) -> None:
    before = StoredRows().by_table
    factories.RestaurantFactory.create(hours=["0-6 00:00-00:00"])
    assert StoredRows().by_table != before
    _flush()
    assert StoredRows().by_table == before


def test_rows_of_another_worker_set_no_id_back(transactional_db: None) -> None:
    """Rows that a fixture keeps come back with ids that nobody else may get."""
    rows = StoredRows()
    highest = User.objects.create(username="sam").pk
    _flush()
    rows.write_to_another_database()
    assert User.objects.create(username="ann").pk > highest
