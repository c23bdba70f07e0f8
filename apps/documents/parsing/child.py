"""The program of the child process: one job, within limits that it sets itself.

    python -m apps.documents.parsing.child read pdf FILE OUTPUT DETAILS
    python -m apps.documents.parsing.child draw - FILE OUTPUT DETAILS

Details are JSON: of a picture, the arguments of `page_image.draw`. It writes JSON: the
result, or {"error": a sentence for staff}.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from apps.infrastructure.processes import child_process

MEMORY_BYTES = 2**30
CPU_SECONDS = 45
FILE_BYTES = 64 * 2**20
TOO_MUCH_MEMORY = (
    "Reading the file takes more memory than a document may. "
    "Save it anew, or divide it into several files."
)


def read(kind: str, path: str) -> dict[str, Any]:
    """Raises UnreadableFile. Parsers are imported where they are needed."""
    from apps.documents.parsing import file_kind  # noqa: PLC0415

    file_kind.insist(kind, path)
    if kind == "pdf":
        from apps.documents.parsing import pdf  # noqa: PLC0415

        return pdf.read(path).as_json()
    if kind == "docx":
        from apps.documents.parsing import word  # noqa: PLC0415

        return word.read(path).as_json()
    from apps.documents.parsing import html, plain_text  # noqa: PLC0415

    if kind == "html":
        return html.read(plain_text.decoded(path)).as_json()
    if kind == "markdown":
        return plain_text.read_markdown(path).as_json()
    return plain_text.read_text(path).as_json()


def draw(path: str, details: dict[str, Any]) -> dict[str, Any]:
    from apps.documents.parsing import page_image  # noqa: PLC0415

    return page_image.draw(path, **details)


def main(arguments: list[str]) -> None:
    child_process.set_limits(MEMORY_BYTES, CPU_SECONDS, FILE_BYTES)
    from apps.documents.parsing.blocks import UnreadableFile  # noqa: PLC0415

    job, kind, path, output, details_file = arguments
    try:
        details = json.loads(Path(details_file).read_text(encoding="utf-8"))
        result = draw(path, details) if job == "draw" else read(kind, path)
    except UnreadableFile as error:
        result = {"error": str(error)}
    except (MemoryError, RecursionError):
        result = {"error": TOO_MUCH_MEMORY}
    Path(output).write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
