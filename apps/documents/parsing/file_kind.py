"""Whether a file is what its name says."""

from __future__ import annotations

from pathlib import Path

from apps.documents import kinds
from apps.documents.parsing.blocks import UnreadableFile

HEAD_BYTES = 1024
# First bytes of what people upload by mistake.
FOREIGN = {
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"RIFF": "a picture or a sound",
    b"\xd0\xcf\x11\xe0": "an old Office file",
    b"MZ": "a program",
    b"\x7fELF": "a program",
    b"\x1f\x8b": "a compressed file",
    b"Rar!": "a compressed file",
    b"7z\xbc\xaf": "a compressed file",
    b"{\\rtf": "a rich text file",
}
EMPTY = "The file is empty."


def insist(kind: str, path: str) -> None:
    """Raises UnreadableFile."""
    with Path(path).open("rb") as file:
        head = file.read(HEAD_BYTES)
    if not head.strip():
        raise UnreadableFile(EMPTY)
    name, content_kind = kinds.NAMES[kind], _content_kind(head, path)
    if content_kind and content_kind != name:
        raise UnreadableFile(
            f"By its name the file is {name}, but it holds {content_kind}."
        )
    if kind in (kinds.PDF, kinds.WORD) and not content_kind:
        raise UnreadableFile(
            f"By its name the file is {name}, but it is none, or its beginning is lost."
        )


def _content_kind(head: bytes, path: str) -> str:
    """The name of what the first bytes show; empty for text, which shows nothing."""
    if b"%PDF-" in head:
        return kinds.NAMES[kinds.PDF]
    if head.startswith(b"PK"):
        from apps.documents.parsing import word  # noqa: PLC0415 - it takes a while

        is_word = word.is_word(path)
        return kinds.NAMES[kinds.WORD] if is_word else "a compressed or damaged file"
    return next((name for start, name in FOREIGN.items() if head.startswith(start)), "")
