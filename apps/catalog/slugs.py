"""The slug of a row that was given none."""

from __future__ import annotations

import zlib

from django.utils.text import slugify

MAX_CHARS = 120


def of_name(name: str) -> str:
    """Letters, digits and hyphens; empty for an empty name.

    A name without any, such as one in Chinese, gets the same made-up slug each time.
    """
    plain = slugify(name)[:MAX_CHARS].strip("-_")
    if plain or not name.strip():
        return plain
    return f"row-{zlib.crc32(name.strip().encode()):08x}"
