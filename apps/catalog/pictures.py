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
# More would need too much memory where it is decoded.
MOST_PIXELS = 60_000_000
TOO_MANY_PIXELS = "A picture may have at most {:,} pixels."


def is_light(picture: Any) -> None:
    """Validates the size of a picture, because guests open the page on a phone."""
    if picture.size > settings.MAX_FILE_BYTES:
        most = filesizeformat(settings.MAX_FILE_BYTES)
        raise ValidationError(f"A picture may have at most {most}.")


def is_for_web(picture: Any, most_pixels: int = MOST_PIXELS) -> None:
    """Validates what kind of file it is: by its name, and by its content."""
    message = "A picture may be a PNG, JPEG, WebP or GIF file."
    if Path(picture.name).suffix.lower() not in SUFFIXES:
        raise ValidationError(message)
    try:
        picture.open()
        image = Image.open(picture, formats=FORMATS)
        _insist_on_pixels(image.size, most_pixels)
        image.verify()
    except ValidationError:
        raise
    except Image.DecompressionBombError as error:
        raise ValidationError(TOO_MANY_PIXELS.format(most_pixels)) from error
    except Exception as error:  # Pillow says in many ways that a file is broken
        raise ValidationError(message) from error
    finally:
        picture.seek(0)


def _insist_on_pixels(size: tuple[int, int], most: int) -> None:
    width, height = size
    if width * height > most:
        raise ValidationError(TOO_MANY_PIXELS.format(most))
