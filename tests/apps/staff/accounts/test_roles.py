"""The roles of staff hold their permissions as soon as the database is migrated."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from apps.staff.accounts import roles


@pytest.mark.django_db
def test_it_grants_everything_in_the_first_migration() -> None:
    granted = _permissions_by_role()
    roles.grant_permissions()
    assert granted == _permissions_by_role()
    assert "view_incident" in granted["ops"]


def _permissions_by_role() -> dict[str, set[str]]:
    return {
        group.name: set(group.permissions.values_list("codename", flat=True))
        for group in Group.objects.all()
    }
