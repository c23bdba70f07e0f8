"""Pictures of rows in the sizes and formats that a page shows, made by the worker."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image, ImageOps

from apps.catalog import pictures
from apps.catalog.models import Item

log = logging.getLogger(__name__)
FOLDER = "pictures/sizes"
# In pixels: a card on a phone, on a sharp phone, and on a sharp desk.
WIDTHS = (320, 640, 960)
# The smallest files come first; a browser takes the first that it knows.
QUALITIES = {"avif": 55, "webp": 78}


def make_missing() -> int:
    """Sizes all pictures that have none yet; returns how many rows that were."""
    stale = [row for row in Item.objects.exclude(picture="") if is_missing(row)]
    for row in stale:
        sizes = {"of": _name(row), **_sizes(row)}
        # Not if staff have put another picture there meanwhile.
        same = Item.objects.filter(pk=row.pk, picture=_name(row))
        same.update(picture_sizes=sizes)
    return len(stale)


def is_missing(item: Item) -> bool:
    """Whether the row has a picture without sizes."""
    return bool(item.picture) and (item.picture_sizes or {}).get("of") != _name(item)


def sources(item: Item) -> list[dict[str, str]]:
    """For the elements `source` of a picture: type and srcset; empty without sizes."""
    if not item.picture or is_missing(item):
        return []
    sizes = item.picture_sizes or {}
    return [
        {"type": f"image/{kind}", "srcset": _srcset(sizes[kind])}
        for kind in QUALITIES
        if sizes.get(kind)
    ]


def focus(item: Item) -> str:
    """`30% 70%`, the point that stays in sight; empty where staff have chosen none."""
    if item.picture_focus_x is None or item.picture_focus_y is None:
        return ""
    return f"{item.picture_focus_x:.0%} {item.picture_focus_y:.0%}"


def _srcset(paths: dict[str, str]) -> str:
    return ", ".join(
        f"{default_storage.url(path)} {width}w" for width, path in paths.items()
    )


def _sizes(row: Item) -> dict[str, dict[str, str]]:
    """Paths by format and width; empty for a picture that moves or cannot be read."""
    try:
        with (
            row.picture.open() as file,
            Image.open(file, formats=pictures.FORMATS) as raw,
        ):
            is_large = raw.width * raw.height > pictures.MOST_PIXELS
            if getattr(raw, "n_frames", 1) > 1 or is_large:
                return {}
            upright = ImageOps.exif_transpose(raw).convert(_mode(raw))
            return {kind: dict(_written(upright, kind, row)) for kind in QUALITIES}
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        log.warning("the picture of row %d cannot be sized: %s", row.pk, error)
        return {}


def _written(picture: Image.Image, kind: str, row: Item) -> Iterator[tuple[str, str]]:
    stem = PurePosixPath(_name(row)).stem
    for width in WIDTHS:
        if width > picture.width:
            break
        height = round(picture.height * width / picture.width) or 1
        small = picture.resize((width, height), Image.Resampling.LANCZOS)
        content = io.BytesIO()
        small.save(content, kind, quality=QUALITIES[kind])
        path = f"{FOLDER}/{stem}-{width}.{kind}"
        yield str(width), default_storage.save(path, ContentFile(content.getvalue()))


def _mode(raw: Any) -> str:
    """What is transparent stays so."""
    return (
        "RGBA"
        if raw.mode in {"RGBA", "LA", "PA"} or "transparency" in raw.info
        else "RGB"
    )


def _name(row: Item) -> str:
    return str(row.picture.name)
