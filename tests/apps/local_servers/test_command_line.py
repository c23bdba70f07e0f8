"""`manage.py` gives a command the servers it needs, and no others."""

import json
import os
import subprocess
import sys
from pathlib import Path

from pytest_django import Settings

from apps.local_servers import paths
from apps.local_servers.databases import external_servers, shared_servers


def manage(
    var: Path, *arguments: str, **environment: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=paths.PROJECT,
        env={**os.environ, "CONCIERGE_VAR": str(var), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_answers_on_a_machine_where_nothing_runs(home: Path) -> None:
    finished = manage(home, "ask", "Is there a steakhouse?", "--json")
    assert finished.returncode == 0, finished.stderr
    assert json.loads(finished.stdout)["answer"]
    assert all(server.pid(home) is None for server in shared_servers.ALL)


def test_it_starts_nothing_for_a_command_without_data(tmp_path: Path) -> None:
    finished = manage(tmp_path, "version")
    assert finished.returncode == 0
    assert not paths.postgres_data(tmp_path).exists()
    assert not paths.redis_data(tmp_path).exists()


def test_it_says_so_in_a_sentence_when_it_cannot_write(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file where the folder should be")
    finished = manage(tmp_path / "var", "migrate")
    assert finished.returncode == 1
    assert "CONCIERGE_VAR" in finished.stderr
    assert "Traceback" not in finished.stderr


def test_it_runs_no_server_that_is_named(settings: Settings) -> None:
    settings.DATABASE_URL, settings.REDIS_URL = "", "redis://cache"
    assert external_servers.embedded_servers() == [shared_servers.POSTGRES]
    settings.DATABASE_URL, settings.REDIS_URL = "postgresql://db/concierge", ""
    assert external_servers.embedded_servers() == [shared_servers.REDIS]
