"""Of test runs side by side one migrates its database, and the others copy that.

All migrations take many seconds of processor time; a copy takes half a second.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from apps.local_servers import paths
from apps.local_servers.databases import postgres_data
from apps.ops.management.commands.migrate import Command


@pytest.fixture(scope="session")
def migrated_once(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[pytest.MonkeyPatch]:
    """Until it is undone, `migrate` copies what another run has migrated.

    Runs on a server that the environment names migrate each: its version may differ
    from that of the programs here.
    """
    with pytest.MonkeyPatch.context() as patch:
        _copy_instead(patch, tmp_path_factory)
        yield patch


@pytest.fixture
def copied_migrations(
    django_db_setup: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """A further database of the test is a copy, too."""
    _copy_instead(monkeypatch, tmp_path_factory)


def _copy_instead(patch: pytest.MonkeyPatch, folders: pytest.TempPathFactory) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ and not settings.DATABASE_URL:
        shared = SharedDatabase(folders.getbasetemp().parent)
        patch.setattr(Command, "handle", shared.copy_or_make(Command.handle))


class SharedDatabase:
    """What migrations have written, as statements in a folder of all runs."""

    def __init__(self, folder: Path) -> None:
        self._statements = folder / "migrated.sql"
        self._lock = folder / "migrated.lock"

    def copy_or_make(self, migrate: Any) -> Any:
        """A replacement for the command's method that runs `migrate` the first time."""

        def handle(command: Command, *args: Any, **options: Any) -> None:
            with self._lock.open("ab") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                is_first = not self._statements.exists()
                if is_first:
                    migrate(command, *args, **options)
                    self._dump()
            if not is_first:
                self._copy()

        return handle

    def _dump(self) -> None:
        new = self._statements.with_suffix(".new")
        _run("pg_dump", "--file", str(new))
        new.rename(self._statements)

    def _copy(self) -> None:
        options = ["--no-psqlrc", "--quiet", "--single-transaction"]
        stop = ["--set", "ON_ERROR_STOP=1", "--output", os.devnull]
        _run("psql", *options, *stop, "--file", str(self._statements))


def _run(program: str, *options: str) -> None:
    """One of PostgreSQL's programs, on the test database."""
    name = connection.settings_dict["NAME"]
    url = paths.database_url(Path(settings.VAR_DIR), name)
    command = [str(postgres_data.programs_folder() / program), "--dbname", url]
    subprocess.run([*command, *options], check=True)
