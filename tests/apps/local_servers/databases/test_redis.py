"""The local Redis starts whatever happened to it before."""

import os
import signal
from pathlib import Path

import pytest
import redis as client

from apps.local_servers import paths
from apps.local_servers.databases import redis, shared_servers
from apps.local_servers.errors import Unavailable


@pytest.fixture
def home(empty_var: Path) -> Path:
    paths.prepare_folders(empty_var, shared_servers.socket_owners(empty_var))
    return empty_var


def kill(var: Path) -> None:
    pid = redis.pid(var)
    assert pid
    os.kill(pid, signal.SIGKILL)


def test_it_keeps_the_queue_when_it_is_killed(home: Path) -> None:
    redis.ensure(home)
    with client.Redis.from_url(paths.redis_url(home)) as queue:
        queue.rpush("tasks", "embed")
        queue.config_set("appendfsync", "always")  # what was pushed is on the disk now
        queue.rpush("tasks", "embed again")
    kill(home)
    assert redis.ensure(home)
    with client.Redis.from_url(paths.redis_url(home)) as queue:
        assert queue.lrange("tasks", 0, -1) == [b"embed", b"embed again"]


def test_it_refuses_work_rather_than_losing_it(home: Path) -> None:
    redis.ensure(home, False)
    with client.Redis.from_url(paths.redis_url(home)) as queue:
        assert queue.config_get("maxmemory-policy") == {
            "maxmemory-policy": "noeviction"
        }


@pytest.mark.parametrize("content", ["{pid}\n", "999999\n", "", "nonsense\n"])
def test_it_is_not_fooled_by_an_old_pid_file(home: Path, content: str) -> None:
    """The pid is ours, so a stop that trusts it would kill this test."""
    paths.redis_data(home).mkdir()
    (paths.redis_data(home) / "redis.pid").write_text(content.format(pid=os.getpid()))
    redis.stop(home)
    assert redis.ensure(home, False)


def test_it_listens_to_nobody_but_its_user(home: Path) -> None:
    redis.ensure(home, False)
    assert paths.redis_socket(home).stat().st_mode & 0o077 == 0
    assert paths.socket_dir(home).stat().st_mode & 0o077 == 0


def test_it_says_what_to_do_about_a_damaged_file(home: Path) -> None:
    paths.redis_data(home).mkdir()
    (paths.redis_data(home) / "appendonly.aof").write_text("not a log of commands\n")
    with pytest.raises(Unavailable, match="remove the folder var/redis"):
        redis.ensure(home)


def test_it_says_so_when_there_is_no_redis(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(home))
    with pytest.raises(Unavailable, match="apt install redis-server"):
        redis.ensure(home)


def test_it_refuses_a_redis_that_is_too_old(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = home / "redis-server"
    old.write_text('#!/bin/sh\necho "Redis server v=5.0.14 sha=0:0 malloc=libc"\n')
    old.chmod(0o755)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", f"{home}:/bin")
    with pytest.raises(Unavailable, match="too old"):
        redis.ensure(home)
