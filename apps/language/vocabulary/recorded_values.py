"""Values that records often have, such as "Recommended", in the guest's language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from apps.infrastructure import yaml_files

FILE = Path(__file__).with_name("values.yaml")


def of_language(language: str) -> dict[str, str]:
    """Translations by the record's words in lower case; empty for English."""
    return _values().get(language, {})


def translation(value: str, language: str) -> str:
    """Begins with a capital; the value itself where there is none."""
    words = of_language(language).get(value.lower().rstrip("."), "")
    return words[:1].upper() + words[1:] if words else value


@cache
def _values() -> dict[str, dict[str, str]]:
    values: dict[str, dict[str, str]] = yaml_files.read(FILE)
    return values
