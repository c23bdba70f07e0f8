"""Names of other resorts: the concierge speaks of its own alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from apps.infrastructure import patterns, yaml_files

NAMES = Path(__file__).with_name("competitors.yaml")
# What shows that a word which means other things too is the name of a resort.
_BEFORE = r"(?:at|than|to|from|visit|versus|vs\.?)\s+(?:the\s+)?"
_BEHIND = (
    r"\s+(?:hotel|casino|resort|(?:las )?vegas|macau|atlantic city|on the strip)\b"
)
_ALONE = r"\s*(?:[?.!,;]|$|\bor\b|\band\b|\bhas\b|\bis\b)"


def named(text: str, own: str = "") -> list[str]:
    """Resorts that a text names, in lower case; `own` is the resort's own name."""
    matches = _names().finditer(text)
    names = (next(filter(None, match.groups())).lower() for match in matches)
    return [name for name in names if name not in own.lower()]


@cache
def _names() -> patterns.Pattern:
    rivals: dict[str, list[str]] = yaml_files.read(NAMES)
    names, words = _choice(rivals["names"]), _choice(rivals["words"])
    return patterns.compile(
        rf"\b({names})\b|\b({words}){_BEHIND}|\b{_BEFORE}({words}){_ALONE}",
        "ai",
    )


def _choice(names: list[str]) -> str:
    return "|".join(map(patterns.escape, sorted(names, key=len, reverse=True)))
