"""A `var` folder whose database is filled, as after a first `make run`."""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path

import pytest
from django.conf import settings

from tests import forked


@pytest.fixture(scope="session")
def filled_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder itself, to be copied; its servers were stopped.

    Filling it takes a quarter of a minute of processor time. Runs side by side share
    the work: the first one fills it, with tables that another one has migrated and
    vectors that another one has computed. Each migrates where the environment names a
    server, as its version may differ from that of the programs here.
    """
    own_folder = tmp_path_factory.getbasetemp()
    has_workers = "PYTEST_XDIST_WORKER" in os.environ
    shared_folder = own_folder.parent if has_workers else own_folder
    filled = shared_folder / "filled-var"
    with (shared_folder / "filled-var.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not filled.exists():
            is_shared = has_workers and not settings.DATABASE_URL
            _fill(own_folder / "new-var", shared_folder if is_shared else None)
            (own_folder / "new-var").rename(filled)
    return filled


@pytest.fixture
def filled_copy(filled_folder: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    return Path(shutil.copytree(filled_folder, tmp_path / "filled-var"))


def _fill(var: Path, shared_folder: Path | None) -> None:
    log, folders = var.with_name("fill.log"), filter(None, [shared_folder])
    environment = {**os.environ, "CONCIERGE_VAR": str(var)}
    process = forked.start(
        "tests.fill_folder", list(map(str, folders)), environment, log
    )
    process.join()
    assert process.exitcode == 0, log.read_text()
