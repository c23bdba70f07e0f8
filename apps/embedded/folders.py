"""The folders below `var`, made private and checked before anything is put there."""

import stat
from pathlib import Path

from apps.embedded import paths
from apps.embedded.failure import Unavailable


def prepare(var: Path, owners: frozenset[int]) -> None:
    """Makes every folder the servers need.

    `owners` are the user ids that may own the sockets' folder. Raises `Unavailable`
    when a folder cannot be written or belongs to somebody else.
    """
    try:
        for folder in (var, paths.log_dir(var)):
            folder.mkdir(parents=True, exist_ok=True)
        for folder in {paths.run_dir(var), paths.socket_dir(var)}:
            folder.mkdir(mode=0o700, exist_ok=True)
        (probe := var / ".writable").touch()
        probe.unlink()
    except OSError as error:
        raise Unavailable(
            f"The folder {var} cannot be written ({error.strerror}). Make it yours, "
            "or name another one in CONCIERGE_VAR."
        ) from error
    _insist_on_private(paths.socket_dir(var), owners)


def _insist_on_private(folder: Path, owners: frozenset[int]) -> None:
    found = folder.lstat()  # a symbolic link is somebody else's doing
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in owners:
        raise Unavailable(
            f"{folder} is not this user's own folder, so it cannot hold the sockets. "
            "Remove it, or name another folder in CONCIERGE_VAR."
        )
    if stat.S_IMODE(found.st_mode) & 0o077:
        folder.chmod(0o700)
