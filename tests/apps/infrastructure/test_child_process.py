"""A child is bounded, knows no secret, and ends with all that it has started."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from apps.infrastructure.processes import child_process
from apps.infrastructure.processes.child_process import TimedOut

PROGRAM = "tests.apps.infrastructure.child_program"


def run(
    *arguments: str, seconds: float = 30.0, content: bytes = b"", folder: str = ""
) -> CompletedProcess[bytes]:
    return child_process.run(
        PROGRAM,
        arguments,
        seconds,
        content=content,
        stdout=subprocess.PIPE,
        folder=folder,
    )


def is_running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_it_hands_over_what_is_read_and_printed() -> None:
    child = run("echo", content=b"name,place")
    assert (child.returncode, child.stdout) == (0, b"name,place")


def test_it_tells_the_child_no_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://sam:secret@db/concierge")
    environment = json.loads(run("environment", folder=str(tmp_path)).stdout)
    # The interpreter itself adds one where the locale is plain C.
    environment.pop("LC_CTYPE", None)
    assert set(environment) == {
        "PATH",
        "LANG",
        "OPENBLAS_NUM_THREADS",
        "HOME",
        "TMPDIR",
    }
    assert environment["TMPDIR"] == str(tmp_path)


def test_it_ends_a_child_that_computes_for_ever() -> None:
    with pytest.raises(TimedOut):
        run("compute")


def test_it_ends_a_child_that_waits_for_ever_with_its_children(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    began = time.monotonic()
    with pytest.raises(TimedOut):
        run("children", str(pid_file), seconds=3.0)
    assert time.monotonic() - began < 30
    time.sleep(0.2)
    assert not is_running(int(pid_file.read_text()))


def test_it_bounds_the_memory_and_the_files_of_a_child(tmp_path: Path) -> None:
    assert run("memory").returncode != 0
    path = tmp_path / "file"
    assert run("write", str(path)).returncode != 0
    assert path.stat().st_size <= 100
