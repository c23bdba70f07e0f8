"""Pictures of rows."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError

MOST_BYTES = 5 * 2**20


def is_light(picture: Any) -> None:
    """Validates the size of a picture, because guests open the page on a phone."""
    if picture.size > MOST_BYTES:
        raise ValidationError("A picture may have at most 5 MB.")
