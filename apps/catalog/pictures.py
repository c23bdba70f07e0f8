"""Pictures of rows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.template.defaultfilters import filesizeformat


def is_light(picture: Any) -> None:
    """Validates the size of a picture, because guests open the page on a phone."""
    if picture.size > settings.MAX_FILE_BYTES:
        most = filesizeformat(settings.MAX_FILE_BYTES)
        raise ValidationError(f"A picture may have at most {most}.")
