"""The tests' own database is the same before every test."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command


def _first_rows() -> list[list[tuple[object, ...]]]:
    models = (ContentType, Permission, Group, Group.permissions.through)
    return [
        list(model._default_manager.order_by("pk").values_list()) for model in models
    ]


def test_it_begins_with_the_rows_of_a_migrated_database(
    transactional_db: None,
) -> None:
    rows = _first_rows()
    assert all(rows)
    User.objects.create(username="sam")
    Group.objects.all().delete()
    call_command("flush", interactive=False, verbosity=0, inhibit_post_migrate=False)
    assert _first_rows() == rows
    assert not User.objects.exists()
    call_command("migrate", verbosity=0)
    assert _first_rows() == rows
