"""Other resorts of the trade: the concierge speaks of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import re2
import yaml

NAMES = Path(__file__).with_name("rivals.yaml")


def named(text: str, own: str = "") -> list[str]:
    """Resorts that a text names, in lower case; `own` is the resort's own name."""
    found = (match.group(0).lower() for match in _names().finditer(text))
    return [name for name in found if name not in own.lower()]


@cache
def _names() -> Any:
    names: list[str] = yaml.safe_load(NAMES.read_text(encoding="utf-8"))
    longest_first = sorted(names, key=len, reverse=True)
    choice = "|".join(map(re2.escape, longest_first))
    return re2.compile(rf"(?i)\b(?:{choice})\b")
