"""No log of a test run holds a secret, and no list of processes shows one.

Programs that tests start get planted secrets. Their logs are read when they end, for
the next program of a name writes a new one; those of the servers when the run ends.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from django.conf import settings

from apps.infrastructure import credentials
from concierge_project.settings import secret_settings

# The local server asks for no password, and ignores this one.
DATABASE_PASSWORD = "planted-database-password"  # noqa: S105 - of nobody
VARIABLES = {
    "WEATHER_KEY": "planted-weather-key",
    "RESERVATION_SOURCE_KEYS": "nowhere=planted-source-key",
}
PLANTED = (DATABASE_PASSWORD, "planted-weather-key", "planted-source-key")
PROCESSES = Path("/proc")
_leaks: list[str] = []


def note_log(path: Path) -> None:
    """Reads the log of a program that has ended."""
    text = path.read_text(errors="replace") if path.exists() else ""
    _leaks.extend(f"{path.name}: {line}" for line in leaks(text.splitlines()))


def note_processes() -> None:
    """Reads the command lines of all processes, while a program still runs."""
    for path in PROCESSES.glob("[0-9]*/cmdline"):
        try:
            command = path.read_bytes().decode(errors="replace")
        except OSError:  # it has ended
            continue
        if any(secret in command for secret in PLANTED):
            _leaks.append(f"process: {command[:200]}")


def leaks(lines: Iterable[str]) -> list[str]:
    """Lines with a secret of the settings, or with the password of any connection."""
    names = (*secret_settings.SECRET_SETTINGS, *secret_settings.CONNECTION_URLS)
    values = secret_settings.values({name: getattr(settings, name) for name in names})
    secrets = {secret for secret in (*values, *PLANTED) if secret}
    return [
        line
        for line in lines
        if any(secret in line for secret in secrets) or _has_password(line)
    ]


def _has_password(line: str) -> bool:
    """Whether the log's own filter would have hidden something here."""
    return credentials.hide(line) != line


@pytest.fixture(scope="session", autouse=True)
def _no_secret_leaks() -> Iterator[None]:
    """First of all fixtures, so it ends after every program."""
    started_at = time.time()
    yield
    for path in sorted(Path(settings.VAR_DIR).rglob("*.log")):
        if path.stat().st_mtime >= started_at:  # not one of an earlier run
            note_log(path)
    assert _leaks == []
