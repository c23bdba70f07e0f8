"""The log of one program below `var`, and what it says about a failed start."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from apps.embedded import paths
from apps.embedded.failure import Unavailable

LARGEST_BYTES = 5_000_000
LARGEST_TAIL_BYTES = 8192


@dataclass(frozen=True)
class Journal:
    path: Path
    since: int  # its size in bytes when this run began

    def tail(self, lines: int = 12) -> str:
        """The last lines of this run."""
        if not self.path.exists():
            return ""
        with self.path.open("rb") as file:
            file.seek(max(self.since, _size(self.path) - LARGEST_TAIL_BYTES))
            text = file.read().decode(errors="replace")
        return "\n".join(text.splitlines()[-lines:])

    def explain(self, program: str, mends: Mapping[str, str]) -> Unavailable:
        """`mends` tells by a sign in the log what to do about it."""
        last = self.tail()
        mend = next((mend for sign, mend in mends.items() if sign in last), "")
        return Unavailable(f"{program} did not start. {mend}\n{last}\n({self.path})")


def begin(var: Path, name: str) -> Journal:
    """A large log is put aside as `.1` first."""
    path = paths.log_dir(var) / f"{name}.log"
    if _size(path) > LARGEST_BYTES:
        path.replace(path.with_suffix(".log.1"))
    return Journal(path, _size(path))


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
