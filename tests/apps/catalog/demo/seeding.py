"""Runs `seed_demo` as an operator does, on the real fixtures or a small folder."""

from __future__ import annotations

from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import yaml
from django.core.management import call_command

from apps.infrastructure import yaml_files

NOON = "2026-10-20T12:00:00-04:00"
FIXTURES = Path(__file__).resolve().parents[4] / "fixtures"
FACTS = {"source": "told by Sam", "as_of": date(2026, 2, 1)}


def seed(folder: Path = FIXTURES, at: str = NOON, **options: Any) -> str:
    """What the command prints."""
    out = StringIO()
    call_command(
        "seed_demo", f"--fixtures={folder}", f"--at={at}", stdout=out, **options
    )
    return out.getvalue()


def read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = yaml_files.read(FIXTURES / name)
    return content


def folder(path: Path, **sections: list[dict[str, Any]]) -> Path:
    """A folder with one small property; every row is given its source."""
    rows = {
        section: [{**FACTS, **row} for row in entries]
        for section, entries in sections.items()
    }
    place = {**read("mohegan-sun.yaml")["property"], "slug": "inn", "name": "The Inn"}
    write(path / "inn.yaml", {"property": place, **rows})
    write(path / "jurisdictions.yaml", read("jurisdictions.yaml"))
    return path


def write(path: Path, content: dict[str, Any]) -> None:
    path.write_text(yaml.safe_dump(content, allow_unicode=True))


def restaurant(**fields: Any) -> dict[str, Any]:
    return {"name": "Cedars", "cuisine": "Steakhouse", "price_band": 3, **fields}


def stage(**fields: Any) -> dict[str, list[dict[str, Any]]]:
    """A venue with one show."""
    show = {"name": "Blues night", "at_venue": "The Den", "genre": "Blues", **fields}
    return {"venues": [{"name": "The Den", "sort": "Music room"}], "shows": [show]}
