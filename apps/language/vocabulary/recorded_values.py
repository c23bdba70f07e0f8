"""Values that records often have, such as "Recommended", in the guest's language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from apps.infrastructure import patterns, yaml_files

FILE = Path(__file__).with_name("recorded_values.yaml")
BLANK = "{}"
_ENGLISH_WORD = patterns.compile(r"(?:^|\s)(?:From\b|[a-z])")
_PARTS = patterns.compile(r", and |, | and ")


def shown(value: str, language: str) -> str:
    """The translation with a capital; the value itself where there is none."""
    words = translation(value, language)
    return words[:1].upper() + words[1:] if words else value


def translation(value: str, language: str) -> str:
    """Of the whole value or of all its parts; empty where there is none."""
    plain, own = value.rstrip("."), _values().get(language, {})
    if words := own.get(plain.lower()) or _filled(plain, language):
        return words
    parts = [own.get(part.lower(), "") for part in _PARTS.split(plain)]
    return ", ".join(parts) if all(parts) else ""


def _filled(value: str, language: str) -> str:
    """ "Near Kids Quest" by "near {}", with the name as it is recorded."""
    plain = value.lower()
    for before, after, words in _with_blank(language):
        name = value[len(before) : len(value) - len(after)]
        if _is_name(name) and plain.startswith(before) and plain.endswith(after):
            return words.replace(BLANK, name)
    return ""


def _is_name(text: str) -> bool:
    """A name or an amount alone: "Near the elevators" holds words to translate."""
    is_one = bool(text) and not _PARTS.search(text)
    return is_one and not _ENGLISH_WORD.search(text)


@cache
def _with_blank(language: str) -> list[tuple[str, str, str]]:
    """What stands before and after the blank of a value, and its translation."""
    return [
        (before, after, words)
        for value, words in _values().get(language, {}).items()
        for before, blank, after in [value.partition(BLANK)]
        if blank
    ]


@cache
def _values() -> dict[str, dict[str, str]]:
    values: dict[str, dict[str, str]] = yaml_files.read(FILE)
    return values
