"""Fixtures that every test may ask for."""

from __future__ import annotations

import functools
import gc
import ssl
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from hypothesis import configuration
from hypothesis import settings as hypothesis_settings
from pytest_asyncio import is_async_test
from pytest_django import Settings

from apps.infrastructure import database_scope

# Shared fixtures are defined in these modules. The first ones are imported by others.
pytest_plugins = [
    "tests.leaked_secrets",
    "tests.site",
    "tests.added_rows",
    "tests.browser",
    "tests.cast",
    "tests.database",
    "tests.filled_folder",
    "tests.migrated_once",
    "tests.model_fixtures",
    "tests.resorts",
    "tests.scheduling",
    "tests.turns",
]

TESTS = Path(__file__).parent
DIALOGUES = TESTS / "apps/conversations"

# A test sees all properties where the door that it tries has not chosen less. Processes
# that tests start see nothing until they choose.
database_scope.UNSCOPED = database_scope.ALL


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """`async_to_sync` carries a scope out of a view whose answer nobody has read."""
    database_scope.enter("")


def pytest_configure(config: pytest.Config) -> None:
    if django_settings.configured:
        configuration.set_hypothesis_home_dir(django_settings.VAR_DIR / "hypothesis")
    hypothesis_settings.register_profile("everyday", max_examples=60, deadline=None)
    hypothesis_settings.load_profile("everyday")


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    # Long files come first, so that no worker is left alone with one at the end.
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    for item in items:
        # Tests in a browser share it, and so the event loop that it lives in.
        if "page" in getattr(item, "fixturenames", ()) and is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
    if "nightly" not in config.option.markexpr:
        if _runs_everything(config):
            _mark_further_wordings(items)
        _leave_to_make_nightly(config, items)


def _runs_everything(config: pytest.Config) -> bool:
    return [Path(arg).resolve() for arg in config.args] == [TESTS]


def _mark_further_wordings(items: list[pytest.Item]) -> None:
    """Of the wordings of a dialogue, the first and the last are tried every day.

    All of them take a third of the time. Who runs a file by its name tries all.
    """
    by_test = defaultdict[str, list[pytest.Function]](list)
    for item in items:
        if isinstance(item, pytest.Function) and item.path.is_relative_to(DIALOGUES):
            by_test[item.nodeid.split("[")[0]].append(item)
    for wordings in by_test.values():
        for item in sorted(wordings, key=_place_among_wordings)[1:-1]:
            item.add_marker(pytest.mark.nightly)


def _place_among_wordings(item: pytest.Function) -> list[int]:
    """The tests are shuffled before."""
    return list(item.callspec.indices.values()) if hasattr(item, "callspec") else []


def _leave_to_make_nightly(config: pytest.Config, items: list[pytest.Item]) -> None:
    nightly = [item for item in items if item.get_closest_marker("nightly")]
    items[:] = [item for item in items if not item.get_closest_marker("nightly")]
    config.hook.pytest_deselected(items=nightly)


def pytest_collection_finish() -> None:
    # Modules and tests stay to the end: searching them for garbage takes a tenth of the
    # processor time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def _one_tls_context() -> Iterator[None]:
    """Each HTTP client reads all authorities, which takes 20 ms, and speaks no TLS."""
    make = functools.cache(ssl.create_default_context)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", make)
        yield


@pytest.fixture
def bare_sidebar(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that open hundreds of the admin's pages: a third of the time that each
    takes goes into a sidebar that all of them share."""
    method = "unfold.sites.UnfoldAdminSite.get_sidebar_list"
    monkeypatch.setattr(method, lambda *_: [])


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
