"""What a backup says of itself."""

from __future__ import annotations

from typing import Literal

from django.conf import settings
from django.utils import timezone
from pydantic import AwareDatetime, BaseModel, Field


class Part(BaseModel):
    """A file of the backup. rows: of a table; columns: in the file's order."""

    sha256: str
    bytes: int
    rows: int = 0
    columns: list[str] = Field(default_factory=list)


class Manifest(BaseModel):
    """The last file of a backup; without it the backup was cut short.

    migrations: what had been applied, as (app, name). secrets: names of settings.
    """

    format: Literal[1] = 1
    version: str = settings.VERSION
    created_at: AwareDatetime = Field(default_factory=timezone.now)
    migrations: list[tuple[str, str]]
    secrets: list[str]
    sequences: dict[str, int]
    parts: dict[str, Part] = Field(default_factory=dict)

    @property
    def row_count(self) -> int:
        return sum(part.rows for part in self.parts.values())


def secret_names() -> list[str]:
    """The secrets that this site has set: a backup names them and holds none."""
    return [name for name in settings.SECRET_SETTINGS if getattr(settings, name)]
