"""The account of a demo, and where its password is."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from pytest_django import Settings

from apps.catalog.demo import staff_account
from tests.apps.catalog.demo import seeding
from tests.site import wait_for

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_var(settings: Settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path / "var"


def test_it_makes_the_staff_account_once(
    settings: Settings, client: Client, tmp_path: Path
) -> None:
    output = seeding.seed(seeding.folder(tmp_path))
    file = settings.VAR_DIR / "staff-password"
    password = file.read_text()
    assert f"Staff login: staff, password in {file}" in output
    assert password not in output
    assert file.stat().st_mode & 0o777 == 0o600
    client.post("/admin/account/login/", {"login": "staff", "password": password})
    assert "Staff login" not in seeding.seed(tmp_path)
    assert User.objects.get().is_superuser


def test_it_makes_no_account_in_production(settings: Settings, tmp_path: Path) -> None:
    settings.IS_PRODUCTION = True
    seeding.seed(seeding.folder(tmp_path))
    assert not User.objects.exists()
    assert not (settings.VAR_DIR / "staff-password").exists()


@pytest.mark.django_db(transaction=True)
def test_it_leaves_the_account_to_the_operator_who_is_faster(tmp_path: Path) -> None:
    def run() -> Path | None:
        try:
            return staff_account.create(tmp_path)
        finally:
            connection.close()

    def is_waiting() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            return bool(cursor.fetchone()[0])

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            assert staff_account.create(tmp_path)
            slower = pool.submit(run)
            wait_for(is_waiting)
        assert slower.result() is None
