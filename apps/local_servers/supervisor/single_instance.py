"""One `up` at a time for a var folder, and what it tells those that come later."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path

from apps.local_servers import paths


@contextlib.contextmanager
def claim(var: Path) -> Iterator[dict[str, str] | None]:
    """Nothing for the first `up`; what the first one told for any other.

    The lock, not the file, says whether one runs: it goes with its process.
    """
    with (paths.run_dir(var) / "up.lock").open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield _load_state(var)
            return
        try:
            yield None
        finally:
            _state_file(var).unlink(missing_ok=True)


def save_state(var: Path, url: str, text: str, *, is_ready: bool) -> None:
    state = {"pid": os.getpid(), "url": url, "text": text, "ready": is_ready}
    fresh = _state_file(var).with_suffix(".new")
    fresh.touch(mode=0o600)  # it may hold the staff password
    fresh.write_text(json.dumps(state))
    fresh.replace(_state_file(var))


def _state_file(var: Path) -> Path:
    return paths.run_dir(var) / "up.json"


def _load_state(var: Path) -> dict[str, str]:
    try:
        state: dict[str, str] = json.loads(_state_file(var).read_text())
    except (OSError, ValueError):
        return {}
    return state
