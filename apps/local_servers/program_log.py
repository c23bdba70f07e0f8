"""The log of one program below `var`, and what it says about a failed start."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from apps.local_servers import paths
from apps.local_servers.errors import Unavailable

LARGEST_BYTES = 5_000_000
LARGEST_TAIL_BYTES = 8192


@dataclass(frozen=True)
class ProgramLog:
    path: Path
    since: int  # its size in bytes when this run began

    def tail(self, lines: int = 12) -> str:
        """The last lines of this run."""
        if not self.path.exists():
            return ""
        with self.path.open("rb") as file:
            size = _size(self.path)
            # It is shorter than at the start once it was rotated.
            since = self.since if self.since <= size else 0
            file.seek(max(since, size - LARGEST_TAIL_BYTES))
            text = file.read().decode(errors="replace")
        return "\n".join(text.splitlines()[-lines:])

    def rotate(self) -> None:
        """Puts a large log aside while its program goes on writing.

        The program keeps the file open, so the file is copied and emptied. What it
        writes in between is lost, which is better than a full disk.
        """
        if _size(self.path) > LARGEST_BYTES:
            shutil.copyfile(self.path, _previous(self.path))
            os.truncate(self.path, 0)

    def explain(self, program: str, remedies: Mapping[str, str]) -> Unavailable:
        """`remedies` tells by a sign in the log what to do about it."""
        last = self.tail()
        remedy = next((remedy for sign, remedy in remedies.items() if sign in last), "")
        return Unavailable(f"{program} did not start. {remedy}\n{last}\n({self.path})")


def open_log(var: Path, name: str) -> ProgramLog:
    """A large log is put aside as `.1` first."""
    path = paths.log_dir(var) / f"{name}.log"
    if _size(path) > LARGEST_BYTES:
        path.replace(_previous(path))
    return ProgramLog(path, _size(path))


def _previous(path: Path) -> Path:
    return path.with_suffix(".log.1")


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
