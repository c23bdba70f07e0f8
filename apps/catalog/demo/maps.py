"""Loads the demo maps from `fixtures/maps/*.yaml`, once: staff edit them afterwards."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile

from apps.catalog.demo import fixture_files, row_writer
from apps.catalog.demo.fixture_files import Document, Spot, unknown
from apps.catalog.models import Item, MapPlace, ResortMap, SeededRow
from apps.properties.models import Property

FOLDER = "maps"
SHAPE = "write fractions from the left and from the top, as in [0.25, 0.5]."


def load(folder: Path) -> None:
    """Raises FixtureError where a file is invalid.

    A map that an earlier run has written is left to staff, even if they deleted it.
    """
    own = folder / FOLDER
    for file in fixture_files.read(own) if own.is_dir() else ():
        place = Property.objects.filter(slug=file.content.get("property")).first()
        if place is not None:
            _load(file, place, own)


def _load(file: Document, place: Property, folder: Path) -> None:
    key = f"{place.slug}/map"
    if SeededRow.objects.filter(key=key).exists():
        return
    if not ResortMap.objects.filter(property=place).exists():
        _write(file, place, folder)
    digest = hashlib.sha256(repr(file.content).encode()).hexdigest()
    SeededRow.objects.create(key=key, fixture_hash=digest, row_hash=digest)


def _write(file: Document, place: Property, folder: Path) -> None:
    content = file.content
    resort_map = ResortMap(
        property=place,
        picture_alt=content.get("picture_alt", ""),
        note=content.get("note", ""),
    )
    picture = _picture(file, folder)
    resort_map.picture.save(str(picture.name), picture, save=False)
    row_writer.save(resort_map, file.spot)
    items = {row.name: row for row in Item.objects.of(place).exclude(kind="faq")}
    for name, position in content.get("places", {}).items():
        spot = file.spot.at(name)
        if name not in items:
            raise spot.error(unknown(name, items))
        x, y = _fractions(position, spot)
        row = MapPlace(map=resort_map, item=items[name], x=x, y=y)
        row_writer.save(row, spot)


def _picture(file: Document, folder: Path) -> ContentFile[bytes]:
    name = str(file.content.get("picture", ""))
    path = folder / name
    if path.parent != folder or not path.is_file():
        raise file.spot.at("picture").error(f"there is no “{name}” beside it.")
    return ContentFile(path.read_bytes(), name)


def _fractions(position: Any, spot: Spot) -> tuple[float, float]:
    try:
        x, y = (float(number) for number in position)
    except (TypeError, ValueError) as error:
        raise spot.error(SHAPE) from error
    return x, y
