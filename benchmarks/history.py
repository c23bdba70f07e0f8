"""Figures that were measured, with the commit that they were measured on."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from apps.local_servers import paths

FILE = paths.PROJECT / "benchmarks" / "history.jsonl"


def record(
    file: Path, commit_id: str, command: str, rows: Sequence[dict[str, Any]]
) -> None:
    """Adds one line that holds the rows of one run."""
    measured_at = datetime.now(UTC).isoformat(timespec="seconds")
    line = {"commit": commit_id, "at": measured_at, "command": command, "rows": rows}
    with file.open("a", encoding="utf-8") as history:
        history.write(json.dumps(line) + "\n")


def commit() -> str:
    """The commit that is checked out, `-dirty` with changes; blank outside of git."""
    describe = ["git", "describe", "--always", "--abbrev=12", "--dirty"]
    try:
        described = subprocess.run(  # noqa: S603
            describe, cwd=paths.PROJECT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return described.stdout.strip()
