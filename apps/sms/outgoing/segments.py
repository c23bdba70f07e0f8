"""Counts the segments of a text message, and cuts a text at the end of a sentence.

A message in the alphabet of GSM (3GPP TS 23.038) holds 160 septets; any other is sent
as UCS-2 and holds 70 units of 16 bits. A longer message is sent in segments, whose
header leaves 153 septets or 67 units. A character that takes two is never parted.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from apps.infrastructure import patterns

GSM = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
# Each of these takes two septets: an escape stands before it.
GSM_EXTENSION = frozenset("\f^{}\\[~]|€")
# What typographers set and telephones of 1990 do not know.
PLAIN_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2022\u00b7", "-"),
        **dict.fromkeys("\u00a0\u2002\u2003\u2009\u200a\u202f\t", " "),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", ""),
        "\u2026": "...",
    }
)
LAST_BASIC_SIGN = 0xFFFF
ELLIPSIS = "..."
SENTENCE_END = patterns.compile(
    r"\n+|[\u3002\uff01\uff1f]|[.!?\u2026][\"')\u201d\u2019\u00bb]*\s+"
)
WORD_END = patterns.compile(r"\s+")
# fmt: off
ABBREVIATIONS = frozenset({
    "mr", "mrs", "ms", "dr", "st", "mt", "jr", "sr", "vs", "ave", "blvd", "rd",
    "sra", "dra", "srta", "mme", "mlle",
})
# fmt: on


@dataclass(frozen=True)
class Alphabet:
    """Places in a message that is alone, and in each segment of a longer one."""

    name: str
    alone: int
    in_segment: int


SEPTETS = Alphabet("GSM-7", 160, 153)
UNITS = Alphabet("UCS-2", 70, 67)


def alphabet(text: str) -> Alphabet:
    """The one that the whole text is sent in."""
    signs = set(text)
    return SEPTETS if signs <= GSM | GSM_EXTENSION else UNITS


def count(text: str) -> int:
    """Segments that a text is sent in; an empty one takes one."""
    kind = alphabet(text)
    widths = [_width(sign, kind) for sign in text]
    if sum(widths) <= kind.alone:
        return 1
    segments, used = 1, 0
    for width in widths:
        used += width
        if used > kind.in_segment:
            segments, used = segments + 1, width
    return segments


def plain(text: str) -> str:
    """The text in the alphabet of GSM where plain quotes and dashes do that.

    Otherwise it is sent as UCS-2 in any case, and keeps its signs.
    """
    spelled = text.translate(PLAIN_SIGNS)
    return spelled if alphabet(spelled) is SEPTETS else text


def unaccented(text: str) -> str:
    """Plain, and without the accents that the alphabet of GSM lacks.

    The text as it is where that is not enough.
    """
    spelled = "".join(
        sign if sign in GSM | GSM_EXTENSION else unicodedata.normalize("NFD", sign)[0]
        for sign in text.translate(PLAIN_SIGNS)
    )
    return spelled if alphabet(spelled) is SEPTETS else text


def cut(text: str, most: int, ending: str = "") -> str:
    """The text in at most so many segments: all of it, or its first sentences.

    ending: follows what was cut, and counts. Where the first sentence is too long
    already, the text is cut after a word. Raises ValueError where the ending alone does
    not fit.
    """
    if count(text) <= most:
        return text
    if count(ending.lstrip()) > most:
        raise ValueError("the ending is longer than the message may be")
    for pieces, dots in (
        (_sentences(text), ""),
        (_words(text), ELLIPSIS),
        (_signs(text), ELLIPSIS),
    ):
        for piece in pieces:
            if count(f"{piece}{dots}{ending}") <= most:
                return f"{piece}{dots}{ending}"
    return ending.lstrip()


def _width(sign: str, kind: Alphabet) -> int:
    if kind is SEPTETS:
        return 2 if sign in GSM_EXTENSION else 1
    return 2 if ord(sign) > LAST_BASIC_SIGN else 1


def _sentences(text: str) -> Iterator[str]:
    """The text up to the end of each sentence, the longest first."""
    ends = [match.end() for match in SENTENCE_END.finditer(text)]
    for end in reversed(ends):
        piece = text[:end].rstrip()
        if piece and not text[end : end + 1].islower() and not _is_abbreviated(piece):
            yield piece


def _is_abbreviated(piece: str) -> bool:
    """Whether the full stop at its end belongs to a word such as “St.”."""
    last_word = piece.rsplit(maxsplit=1)[-1]
    return last_word.rstrip(".").casefold() in ABBREVIATIONS


def _words(text: str) -> Iterator[str]:
    ends = [match.start() for match in WORD_END.finditer(text)]
    yield from (text[:end] for end in reversed(ends) if end)


def _signs(text: str) -> Iterator[str]:
    yield from (text[:end] for end in range(len(text) - 1, 0, -1))
