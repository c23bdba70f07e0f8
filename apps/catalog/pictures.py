"""Pictures of rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.template.defaultfilters import filesizeformat
from PIL import Image

# What every browser shows, and nothing that could run: EPS is a program.
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif"})


def is_light(picture: Any) -> None:
    """Validates the size of a picture, because guests open the page on a phone."""
    if picture.size > settings.MAX_FILE_BYTES:
        most = filesizeformat(settings.MAX_FILE_BYTES)
        raise ValidationError(f"A picture may have at most {most}.")


def is_for_web(picture: Any) -> None:
    """Validates what kind of file it is: by its name, and by its content."""
    message = "A picture may be a PNG, JPEG, WebP or GIF file."
    if Path(picture.name).suffix.lower() not in SUFFIXES:
        raise ValidationError(message)
    try:
        picture.open()
        Image.open(picture, formats=FORMATS).verify()
    except Exception as error:  # Pillow says in many ways that a file is broken
        raise ValidationError(message) from error
    finally:
        picture.seek(0)
