"""Cuts long texts into overlapping passages at natural breaks."""

from __future__ import annotations

from django.conf import settings

SEPARATORS = ("\n\n", "\n", ". ", " ")


def split(text: str, size: int | None = None, overlap: int | None = None) -> list[str]:
    """Pieces of at most `size` characters, neighbours sharing about `overlap`.

    Cuts at the last paragraph, line, sentence or word that fits, in this order; a
    word longer than a whole piece is cut hard.
    """
    size = size or settings.RAG_CHUNK_CHARS
    overlap = settings.RAG_CHUNK_OVERLAP_CHARS if overlap is None else overlap
    text, pieces, start = text.strip(), [], 0
    while start < len(text):
        end = _cut(text, start, size, overlap)
        pieces.append(text[start:end].strip())
        if end >= len(text):
            break
        start = _resume(text, end, overlap)
    return [piece for piece in pieces if piece]


def _cut(text: str, start: int, size: int, overlap: int) -> int:
    if len(text) - start <= size:
        return len(text)
    # A cut inside the shared part would make no progress.
    earliest = start + overlap + 1
    for separator in SEPARATORS:
        cut = text.rfind(separator, earliest, start + size)
        if cut > 0:
            return cut + len(separator)
    return start + size


def _resume(text: str, end: int, overlap: int) -> int:
    start = max(end - overlap, 0)
    if text[start - 1 : start].isspace():
        return start
    word = text.find(" ", start, end)
    return word + 1 if word >= 0 else start
