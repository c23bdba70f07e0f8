"""The owner migrates; the role that serves may use what the owner has made."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import ProgrammingError, connection

from apps.infrastructure.postgresql import roles
from apps.properties.models import Jurisdiction

pytestmark = pytest.mark.django_db(transaction=True)


def role() -> str:
    with connection.cursor() as cursor:
        cursor.execute("select current_user")
        return str(cursor.fetchone()[0])


def test_one_connection_is_the_owners_until_the_block_ends() -> None:
    serving = role()
    with roles.owner():
        assert role() != serving
        with roles.owner():
            assert role() != serving
    assert role() == serving


@pytest.mark.parametrize("is_owner_already", [False, True])
def test_migrating_lets_the_other_role_use_what_it_may_not_yet(
    is_owner_already: bool,
) -> None:
    """As from the command line, where the whole command may be the owner's."""
    serving = role()
    with roles.owner(), connection.cursor() as cursor:
        cursor.execute(f"revoke all on properties_jurisdiction from {serving}")
    with pytest.raises(ProgrammingError, match="permission denied"):
        Jurisdiction.objects.exists()
    if is_owner_already:
        with roles.owner():
            call_command("migrate", verbosity=0)
    else:
        call_command("migrate", verbosity=0)
    assert not Jurisdiction.objects.exists()


def test_the_role_that_serves_changes_no_table() -> None:
    for statement in (
        "alter table properties_property disable row level security",
        "create table mine ()",
        "truncate properties_property cascade",
    ):
        with (
            pytest.raises(ProgrammingError),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)
