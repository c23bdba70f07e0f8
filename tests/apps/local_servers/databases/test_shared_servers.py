"""Commands side by side share the local servers; the last one turns off the light."""

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from apps.local_servers import paths, processes
from apps.local_servers.databases import postgres, redis, shared_servers
from apps.local_servers.errors import Unavailable

Begin = Callable[[Path], "subprocess.Popen[str]"]


def is_in(user: "subprocess.Popen[str]") -> bool:
    assert user.stdout
    return user.stdout.readline() == "in\n"


def running(var: Path) -> set[str]:
    return {server.name for server in shared_servers.ALL if server.pid(var) is not None}


def test_it_starts_from_nothing_and_leaves_nothing_running(empty_var: Path) -> None:
    with shared_servers.running(empty_var, durable=False) as started:
        assert started == list(shared_servers.ALL)
        assert postgres.is_ready(empty_var)
        assert redis.is_ready(empty_var)
    assert running(empty_var) == set()


def test_it_attaches_to_what_runs(var: Path) -> None:
    with shared_servers.running(var, durable=False):
        first = postgres.pid(var)
        with shared_servers.running(var, durable=False) as started:
            assert started == []
        assert postgres.pid(var) == first
        assert redis.is_ready(var)


def test_it_keeps_the_servers_for_the_user_who_stays(
    var: Path, another_user: Begin
) -> None:
    with shared_servers.running(var, durable=False):
        another = another_user(var)
        assert is_in(another)
    assert running(var) == {"PostgreSQL", "Redis"}
    another.communicate("leave\n")
    assert running(var) == set()


def test_it_does_not_count_a_killed_user(var: Path, another_user: Begin) -> None:
    victim = another_user(var)
    assert is_in(victim)
    victim.kill()
    victim.wait()
    assert running(var) == {"PostgreSQL", "Redis"}
    with shared_servers.running(var, durable=False) as started:
        assert started == []
    assert running(var) == set()


def test_it_starts_one_server_for_two_users_who_come_at_once(
    var: Path, another_user: Begin
) -> None:
    users = [another_user(var), another_user(var)]
    assert [is_in(user) for user in users] == [True, True]
    log = (paths.log_dir(var) / "postgres.log").read_text()
    assert log.count("starting PostgreSQL") == 1


def test_it_starts_only_the_server_that_is_wanted(var: Path) -> None:
    with shared_servers.running(var, [shared_servers.REDIS], durable=False):
        assert running(var) == {"Redis"}


def test_it_starts_again_what_was_killed_under_a_user(var: Path) -> None:
    with shared_servers.running(var, durable=False):
        for server in shared_servers.ALL:
            os.kill(server.pid(var) or 0, signal.SIGKILL)
        assert processes.wait_until(lambda: not running(var), seconds=5)
        revived = shared_servers.restart_dead(var, shared_servers.ALL, durable=False)
        assert sorted(revived) == ["PostgreSQL", "Redis"]
        assert postgres.is_ready(var)
        assert redis.is_ready(var)
        assert shared_servers.restart_dead(var, shared_servers.ALL, durable=False) == []


def test_it_starts_again_what_was_told_to_stop_under_a_user(var: Path) -> None:
    """A lone SIGTERM lets PostgreSQL wait for its users, of whom one stays."""
    with shared_servers.running(var, durable=False):
        user = psycopg.connect(paths.database_url(var), autocommit=True)
        before = postgres.pid(var)
        assert before is not None
        os.kill(before, signal.SIGTERM)
        assert processes.wait_until(lambda: postgres.is_stopping(var), seconds=5)
        revived = shared_servers.restart_dead(var, shared_servers.ALL, durable=False)
        assert revived == ["PostgreSQL"]
        assert postgres.pid(var) not in {before, None}
        assert postgres.is_ready(var)
        with pytest.raises(psycopg.OperationalError):
            user.execute("select 1")
        assert shared_servers.restart_dead(var, shared_servers.ALL, durable=False) == []
        user.close()


def test_it_says_so_when_its_folder_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file where the folder should be")
    with (
        pytest.raises(Unavailable, match="CONCIERGE_VAR"),
        shared_servers.running(tmp_path / "var"),
    ):
        pass


def test_it_does_not_put_its_sockets_into_a_folder_of_mallory(tmp_path: Path) -> None:
    var = tmp_path / ("deep" * 30)
    theirs = tmp_path / "mallory"
    theirs.mkdir()
    paths.socket_dir(var).symlink_to(theirs)
    try:
        with pytest.raises(Unavailable, match="not this user's own folder"):
            paths.prepare_folders(var, frozenset({os.geteuid()}))
    finally:
        paths.socket_dir(var).unlink()
