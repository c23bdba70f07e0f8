"""What a check of the doctor says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warning", "fault"]


@dataclass(frozen=True)
class Finding:
    """`remedy` is what to do about it, empty when all is well."""

    check: str
    level: Level
    message: str
    remedy: str = ""


Check = Callable[[], Iterator[Finding]]
