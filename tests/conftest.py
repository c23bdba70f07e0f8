"""Fixtures that every test may ask for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings as django_settings
from django.db import connection
from hypothesis import configuration
from hypothesis import settings as hypothesis_settings
from pytest_asyncio import is_async_test
from pytest_django import DjangoDbBlocker, Settings

# Shared fixtures are defined in these modules. The others import `site`: it is first.
pytest_plugins = [
    "tests.site",
    "tests.browser",
    "tests.cast",
    "tests.model_fixtures",
    "tests.resorts",
]


def pytest_configure(config: pytest.Config) -> None:
    if django_settings.configured:
        configuration.set_hypothesis_home_dir(django_settings.VAR_DIR / "hypothesis")
    hypothesis_settings.register_profile("everyday", max_examples=60, deadline=None)
    hypothesis_settings.load_profile("everyday")


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Long runs are made when they are asked for: `pytest -m nightly`.

    Tests in a browser share it, and so the loop that it lives in.
    """
    for item in items:
        if "page" in getattr(item, "fixturenames", ()) and is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
    if "nightly" in config.option.markexpr:
        return
    for item in items:
        if item.get_closest_marker("nightly"):
            item.add_marker(pytest.mark.skip("a nightly run"))


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Ends what threads left connected, so that the test database can be dropped."""
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
