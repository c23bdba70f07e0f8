"""Undoing the ways in which people hide words from a filter.

The letters of Cyrillic, Greek, Armenian and small capitals that look like Latin ones
are chosen from Unicode's table of confusables (UTS #39).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from functools import cache
from urllib.parse import unquote

from apps.infrastructure import patterns
from apps.infrastructure.patterns import Pattern

# ruff: noqa: RUF001 - ambiguous letters are the subject

_LOOKALIKES = {
    ord(sign): latin
    for latin, signs in {
        "a": "аαɑᴀ",
        "b": "ƅьвʙβ",
        "c": "сϲᴄ",
        "d": "ԁժᴅ",
        "e": "еєεᴇ",
        "g": "ɡցɢ",
        "h": "һհнʜη",
        "i": "іɩιɪ",
        "j": "јϳᴊ",
        "k": "кκᴋ",
        "l": "ӏʟ",
        "m": "мᴍ",
        "n": "ոռпᴎɴ",
        "o": "оοσօᴏ",
        "p": "рρᴘ",
        "q": "ԛգ",
        "r": "гʀ",
        "s": "ѕꜱ",
        "t": "тτᴛ",
        "u": "υսᴜ",
        "v": "ѵνᴠ",
        "w": "ԝωѡᴡ",
        "x": "хχ",
        "y": "уγүʏ",
        "z": "ᴢ",
    }.items()
    for sign in signs
}
_SWAPPED = {"0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g"} | {
    "@": "a",
    "$": "s",
    "+": "t",
    "(": "c",
    "€": "e",
}
_LEET = (
    str.maketrans(_SWAPPED | {"1": "i", "!": "i", "|": "i"}),
    str.maketrans(_SWAPPED | {"1": "l", "!": "l", "|": "l"}),
)
_MIXED = patterns.compile(
    r"[a-z][0-9@$|!+(€]+[a-z]|[0-9@$|!(€]+[a-z]{2}|[a-z]{2}[0-9@$€]", "a"
)
_PERCENT = patterns.compile("%[0-9A-Fa-f]{2}", "a")
# Long enough that an ordinary word of the same letters is rare.
_PAYLOAD = patterns.compile(
    r"[A-Za-z0-9+/_-]{16,}={0,2}|(?:[0-9a-fA-F]{2}[ :]?){10,}", "a"
)
_MOST_PAYLOADS = 4
_LONGEST_PAYLOAD = 1200
# Letters parted by signs, or by one space each; a wider space parts two words.
_PARTED = (r"[.*_'-]{1,3}", r"(?: | ['\x{2019}] )")
_NOTHING = dict.fromkeys(map(ord, " .*_'\u2019-"))
_PRINTABLE = 0.9


def latin(text: str) -> str:
    """Letters of other alphabets replaced by the Latin ones they look like."""
    return text if text.isascii() else text.casefold().translate(_LOOKALIKES)


def leet(text: str) -> Iterator[str]:
    """Readings with digits and signs as letters, when some word mixes them."""
    if _MIXED.search(text.lower()):
        yield from swapped(text)


def swapped(text: str) -> Iterator[str]:
    """The text with a letter for each digit and sign; 1 is an i or an l."""
    for table in _LEET:
        yield text.translate(table)


def unspaced(text: str) -> str:
    """Letters spelled apart pushed together; empty when there is no such run."""
    for sign in _PARTED:
        if _run(sign, 2).search(text):
            return _run(sign, 1).sub(lambda run: _pushed(run[0]), text)
    return ""


def spelled_out(text: str) -> Iterator[str]:
    """The long runs alone: where one space parts all letters, words cannot be told."""
    for sign in _PARTED:
        for run in _run(sign, 4).finditer(text):
            yield _pushed(run[0])


@cache
def _run(sign: str, least: int) -> Pattern:
    letter = r"\pL" if least > 1 else r"[\pL\d]"
    return patterns.compile(rf"\b{letter}(?:{sign}{letter}){{{least},}}\b", "a")


def _pushed(run: str) -> str:
    return run.translate(_NOTHING)


def payloads(text: str) -> Iterator[str]:
    """What base64, hexadecimal and (even twice) percent-encoded parts say."""
    if _PERCENT.search(text):
        yield unquote(unquote(text))
    matches = _PAYLOAD.finditer(text)
    for match, _ in zip(matches, range(_MOST_PAYLOADS), strict=False):
        yield from filter(None, map(_readable, _raw_bytes(match[0][:_LONGEST_PAYLOAD])))


def decoded(text: str) -> str:
    """The text with its base64 and hexadecimal parts replaced by what they say."""
    return _PAYLOAD.sub(lambda match: _first_reading(match[0]) or match[0], text)


def _first_reading(payload: str) -> str:
    if len(payload) > _LONGEST_PAYLOAD:
        return ""
    return next(filter(None, map(_readable, _raw_bytes(payload))), "")


def _raw_bytes(payload: str) -> Iterator[bytes]:
    digits = payload.replace(" ", "").replace(":", "")
    try:
        yield bytes.fromhex(digits)
    except ValueError:
        body = digits.rstrip("=").replace("-", "+").replace("_", "/")
        body = body[: len(body) - (len(body) % 4 == 1)]
        try:
            yield base64.b64decode(body + "=" * (-len(body) % 4))
        except binascii.Error:
            return


def _readable(raw: bytes) -> str:
    """The text when nearly all of it is printable and has a letter; else nothing."""
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return ""
    printable = sum(sign.isprintable() or sign.isspace() for sign in text)
    return text if text and printable / len(text) >= _PRINTABLE else ""
