"""The pieces of `phrases.yaml` as patterns, and numbers in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from apps.infrastructure import patterns, yaml_files

PHRASES = Path(__file__).with_name("phrases.yaml")
LANGUAGE = "zh"
TEN = "十"
UNITS = {"百": 100, "千": 1000}
_PIECE = patterns.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True)
class Part:
    """A sentence or a clause. start: in the message."""

    text: str
    start: int


def number(text: str) -> int:
    """Of figures, or of a number up to 99 in words."""
    if text.isdigit():
        return int(text)
    digits: Mapping[str, int] = page()["digits"]
    if TEN not in text:
        return digits[text]
    tens, _, ones = text.partition(TEN)
    return digits.get(tens, 1) * 10 + digits.get(ones, 0)


def amount(text: str) -> int:
    """Of figures, or of hundreds and thousands in words: "两百", "一千五百"."""
    if text.isdigit():
        return int(text)
    digits: Mapping[str, int] = page()["digits"]
    pairs = zip(text[::2], text[1::2], strict=True)
    return sum(digits[sign] * UNITS[unit] for sign, unit in pairs)


def listed(name: str) -> tuple[str, ...]:
    return tuple(f"{name}.{number}" for number in range(len(page()[name])))


@cache
def pattern(name: str) -> patterns.Pattern:
    """Of a piece; of a list, `party.0` is the first."""
    key, _, number = name.partition(".")
    source = page()[key]
    return compiled(source[int(number)] if number else source)


@cache
def compiled(source: str) -> patterns.Pattern:
    return patterns.compile(_expanded(source))


def _expanded(source: str) -> str:
    def piece(match: patterns.Match) -> str:
        name = "number" if match[1] == "n" else match[1]
        return f"(?:{_expanded(page()[name])})"

    return str(_PIECE.sub(piece, source))


@cache
def traditional() -> Mapping[int, str]:
    return {ord(sign): other for sign, other in page()["traditional"].items()}


@cache
def page() -> Mapping[str, Any]:
    pieces: Mapping[str, Any] = yaml_files.read(PHRASES)
    return pieces
