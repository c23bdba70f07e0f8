"""Test runs side by side have folders, and so servers, of their own."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from tests import servers


def test_it_gives_no_folder_to_two_runs(tmp_path: Path) -> None:
    with ExitStack() as first, ExitStack() as second:
        assert servers.own_folder(tmp_path, first) == tmp_path / "test"
        assert servers.own_folder(tmp_path, second) == tmp_path / "test-2"
        lock = (tmp_path / "test-2.lock").stat().st_ino
        second.close()
        assert not (tmp_path / "test-2").exists()
        assert servers.own_folder(tmp_path, second) == tmp_path / "test-2"
        # A lock that is removed with its folder would keep nobody out.
        assert (tmp_path / "test-2.lock").stat().st_ino == lock


def test_it_clears_what_a_run_that_was_killed_has_left(tmp_path: Path) -> None:
    (tmp_path / "test-2" / "postgres" / "base").mkdir(parents=True)
    with ExitStack() as first, ExitStack() as second:
        servers.own_folder(tmp_path, first)
        assert list(servers.own_folder(tmp_path, second).iterdir()) == []
