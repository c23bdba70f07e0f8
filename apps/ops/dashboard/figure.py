"""One number of the ops room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Row = Literal["Now", "Speed", "Quality", "Safety", "Money and data"]
ROWS: tuple[Row, ...] = ("Now", "Speed", "Quality", "Safety", "Money and data")


@dataclass(frozen=True)
class Figure:
    """One number. `name` and `labels` as Prometheus writes them, `title` for people."""

    row: Row
    title: str
    name: str
    value: float
    unit: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    link: str = ""
