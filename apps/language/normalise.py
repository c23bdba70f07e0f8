"""One plain spelling for every way a letter can be written.

Compatibility forms follow Unicode NFKC (UAX #15).
"""

import html
import unicodedata
from collections.abc import Callable
from functools import cache

LONGEST = 8192
_APART = str.maketrans(
    {"đ": "d", "ø": "o", "ł": "l", "\u0131": "i", "æ": "ae", "œ": "oe"}
)
_SENTENCE_ENDS = ".!?;。…؟।"
QUESTION_MARKS = frozenset("?\uff1f\u061f\u00bf")
_QUOTES = "'`\u2018\u2019\u00b4\u02bc\u2032"
_TAGS = range(0xE0020, 0xE007F)
_VARIATIONS = {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}


class _Table(dict[int, str | None]):
    """Translation table that learns each code point when it is first met."""

    def __init__(self, learn: Callable[[str], str | None]) -> None:
        self._learn = learn

    def __missing__(self, point: int) -> str | None:
        self[point] = self._learn(chr(point))
        return self[point]


def _plain(sign: str) -> str | None:
    if sign in _SENTENCE_ENDS:
        return ". "
    if sign in _QUOTES:
        return "'"
    if sign.isspace():
        return " "
    kind = unicodedata.category(sign)
    if kind in {"Mn", "Me", "Cf", "Cc", "Co", "Cs", "Cn"}:
        return None
    return sign if kind[0] in "LNM" else " "


@cache
def _marks() -> _Table:
    return _Table(_plain)


@cache
def _visible() -> _Table:
    return _Table(_visible_sign)


@cache
def _bare() -> _Table:
    """Letters without the accents that stand beside them."""
    return _Table(lambda sign: None if unicodedata.combining(sign) else sign)


def visible(text: str) -> str:
    """Compatibility letters made plain, entities resolved, unseen signs dropped."""
    if "&" in text:
        text = html.unescape(text)
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKC", text)[:LONGEST]  # one sign may become many
    return plain.translate(_visible())


def _visible_sign(sign: str) -> str:
    if sign.isascii() or sign.isalpha():
        return sign
    hidden = unicodedata.category(sign) == "Cf" or ord(sign) in _VARIATIONS
    return "" if hidden else sign


def hidden(text: str) -> str:
    """Words written in invisible tag characters, as readable letters."""
    if text.isascii():
        return ""
    return "".join(chr(ord(sign) - 0xE0000) for sign in text if ord(sign) in _TAGS)


def spaced(text: str) -> str:
    """The text with a space for every unseen character, which may part two words.

    Empty when there is none.
    """
    if text.isascii():
        return ""
    signs = [" " if unicodedata.category(sign) == "Cf" else sign for sign in text]
    parted = "".join(signs)
    return "" if parted == text else parted


def folded(text: str) -> str:
    """Lower-case letters without accents; marks and punctuation untouched."""
    low = text.casefold()
    if low.isascii():
        return low
    apart = unicodedata.normalize("NFD", low.translate(_APART))
    return unicodedata.normalize("NFC", apart.translate(_bare()))


def words(text: str) -> str:
    """Folded words apart by single spaces, a lone full stop where a sentence ends.

    One line break parts words, two part sentences.
    """
    marked = folded(text).replace("\n\n", ". ").translate(_marks())
    out: list[str] = []
    for number, sentence in enumerate(marked.split(".")):
        if number and out and out[-1] != ".":
            out.append(".")
        tokens = sentence.split()
        out += map(_joined, tokens) if "'" in sentence else tokens
    return " ".join(out)


def spelled(pattern: str) -> str:
    """A phrase written by us, its letters as `words` leaves them; signs untouched."""
    low = folded(pattern)
    if not low.isascii():
        signs = (sign if sign.isascii() else _marks()[ord(sign)] or "" for sign in low)
        low = "".join(signs)
    return low.replace("'", "")


def _joined(word: str) -> str:
    """English contractions become one word; other apostrophes part two words."""
    if "'" not in word:
        return word
    head, _, tail = word.strip("'").rpartition("'")
    if head and tail in {"s", "t", "m", "d", "re", "ve", "ll"}:
        return head.replace("'", "") + tail
    return word.strip("'").replace("'", " ")


def has_question_mark(text: str) -> bool:
    """Of any script."""
    return not QUESTION_MARKS.isdisjoint(text)
