"""Has a parser read a file, or draw a page of it, in a child process."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from apps.documents.models import Document
from apps.documents.parsing.blocks import UnreadableFile
from apps.infrastructure import stored_files
from apps.infrastructure.processes import child_process

__all__ = ["UnreadableFile", "draw", "file_of", "read"]

CHILD = "apps.documents.parsing.child"
WALL_SECONDS = 90.0
DRAW_SECONDS = 20.0
TOO_SLOW = (
    "Reading the file took too long and was given up. "
    "Save it anew, or divide it into several files."
)
CRASHED = (
    "The file could not be read: it is damaged, or needs more memory than a document "
    "may. Save it anew and upload it again."
)
GONE = "The file is not where it was stored. Upload it again."


@contextmanager
def file_of(document: Document) -> Iterator[Path]:
    """Where the parser finds the document. Raises UnreadableFile where it is gone."""
    try:
        with stored_files.local_path(document.file) as path:
            yield path
    except FileNotFoundError as error:
        raise UnreadableFile(GONE) from error


def read(kind: str, path: Path) -> dict[str, Any]:
    """What `parsing.blocks.ParsedFile` holds, as JSON. Raises UnreadableFile."""
    return _run(["read", kind, str(path)], WALL_SECONDS)


def draw(
    path: Path, page: int, sentence: str, picture: Path, held: Collection[str] = ()
) -> dict[str, Any]:
    """As `parsing.page_image.draw`. Raises UnreadableFile."""
    details = {
        "number": page,
        "sentence": sentence,
        "picture": str(picture),
        "held": list(held),
    }
    return _run(["draw", "-", str(path)], DRAW_SECONDS, details)


def _run(
    job: Sequence[str], wall_seconds: float, details: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """details: in a file, as a sentence may be longer than an argument."""
    with TemporaryDirectory(prefix="document-") as folder:
        output, details_file = Path(folder) / "output.json", Path(folder) / "job.json"
        details_file.write_text(json.dumps(details), encoding="utf-8")
        arguments = [*job, str(output), str(details_file)]
        try:
            child_process.run(CHILD, arguments, wall_seconds, folder=folder)
        except child_process.TimedOut as error:
            raise UnreadableFile(TOO_SLOW) from error
        try:
            result: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise UnreadableFile(CRASHED) from error
    if "error" in result:
        raise UnreadableFile(result["error"])
    return result
