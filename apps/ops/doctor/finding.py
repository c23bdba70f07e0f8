"""The result of a check of the doctor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warning", "fault"]


@dataclass(frozen=True)
class Finding:
    """`remedy` says what to do; empty at level ok."""

    check: str
    level: Level
    message: str
    remedy: str = ""


Check = Callable[[], Iterator[Finding]]
