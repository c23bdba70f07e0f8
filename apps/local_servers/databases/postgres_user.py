"""PostgreSQL refuses to run as root; who it runs as instead."""

import os
import pwd
import subprocess
from pathlib import Path

from apps.local_servers import exec_program, paths, processes
from apps.local_servers.errors import Unavailable


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
