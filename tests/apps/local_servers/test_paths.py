"""Paths and addresses of the local servers."""

import os
import stat
from pathlib import Path

import pytest

from apps.local_servers import paths

VAR = Path("/srv/concierge/var")


def test_it_keeps_sockets_inside_when_the_path_is_short() -> None:
    assert paths.socket_dir(VAR) == VAR / "run"


def test_it_moves_sockets_out_when_the_path_is_long() -> None:
    deep = Path("/srv") / ("x" * 120) / "var"
    sockets = paths.socket_dir(deep)
    assert len(str(sockets / f".s.PGSQL.{paths.POSTGRES_PORT}.lock")) < 100
    assert sockets != paths.socket_dir(deep.with_name("other"))


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://cache:6379", "redis://cache:6379/2"),
        ("redis://cache:6379/0", "redis://cache:6379/2"),
        ("rediss://:pw@cache/0?ssl_cert_reqs=none", "rediss://:pw@cache/2?ssl_cert_reqs=none"),
        ("unix:///run/redis.sock", "unix:///run/redis.sock?db=2"),
        ("unix:///run/redis.sock?db=0&password=pw", "unix:///run/redis.sock?db=2&password=pw"),
    ],
)  # fmt: skip
def test_it_names_another_database_of_the_same_redis(url: str, expected: str) -> None:
    assert paths.redis_database(url, 2) == expected


def test_it_spells_a_socket_the_way_celery_does() -> None:
    broker = paths.celery_broker(paths.redis_url(VAR), 1)
    assert broker == f"redis+socket://{VAR}/run/redis.sock?virtual_host=1"


@pytest.mark.parametrize("name", ["run", "mail", "media"])
def test_nobody_else_of_the_machine_reads_what_guests_wrote(
    tmp_path: Path, name: str
) -> None:
    paths.prepare_folders(tmp_path, frozenset({os.geteuid()}))
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o700


def test_it_makes_a_secret_once_and_for_its_owner_only(tmp_path: Path) -> None:
    secret = paths.secret(tmp_path, "secret-key")
    assert len(secret) > 40
    assert paths.secret(tmp_path, "secret-key") == secret
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [tmp_path / "secret-key"]
