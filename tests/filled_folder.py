"""A `var` folder whose database is filled, as after a first `make run`."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from apps.local_servers import paths


@pytest.fixture(scope="session")
def filled_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder itself, to be copied; its servers were stopped.

    Filling it takes a quarter of a minute of processor time. Runs side by side share
    the work: the first one fills it.
    """
    own_folder = tmp_path_factory.getbasetemp()
    has_workers = "PYTEST_XDIST_WORKER" in os.environ
    shared_folder = own_folder.parent if has_workers else own_folder
    filled = shared_folder / "filled-var"
    with (shared_folder / "filled-var.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not filled.exists():
            _fill(own_folder / "new-var")
            (own_folder / "new-var").rename(filled)
    return filled


@pytest.fixture
def filled_copy(filled_folder: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    return Path(shutil.copytree(filled_folder, tmp_path / "filled-var"))


def _fill(var: Path) -> None:
    command = [sys.executable, "manage.py", "reindex", "--failed"]
    environment = {**os.environ, "CONCIERGE_VAR": str(var)}
    subprocess.run(command, cwd=paths.PROJECT, env=environment, check=True)
