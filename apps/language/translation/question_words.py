"""Spanish and French questions, phrase by phrase in the language of the records.

This is no translation: it is only enough for a search, and for the extractive answerer,
to know what a guest asks for. A model reads the guest's own words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml

from apps.infrastructure import patterns
from apps.infrastructure.patterns import Match

# Replaced only beside a known word: "El" and "La" begin names too.
ARTICLES = {
    "es": patterns.compile(r"\b(el|la|los|las)\b"),
    "fr": patterns.compile(r"\b(le|la|les|des|du|un|une)\b"),
}
# "l'adresse", "combien d'enfants": the short forms of French, written out.
ELISIONS = (
    (patterns.compile(r"\bl'", "i", behind=r"\w"), "le "),
    (patterns.compile(r"\bd'", "i", behind=r"\w"), "de "),
)
WORDS = Path(__file__).with_name("question_words.yaml")
_TOKEN = patterns.compile(r"\w+(?:['-]\w+)*")


def english(text: str, language: str) -> str:
    """The text with known phrases and articles replaced; other words stay.

    Only of a language that has a table: to an English guest Cena and Grande sing.
    """
    if language not in _tables():
        return text
    plain = _plain(text, language)
    translated = _translated(plain, language)
    if translated == plain:
        return text
    return str(ARTICLES[language].sub("the", translated))


def _translated(plain: str, language: str) -> str:
    """The longest known phrase at each word, from the first word to the last."""
    phrases, longest = _phrases(language)
    tokens = list(_TOKEN.finditer(plain))
    pieces: list[str] = []
    end = place = 0
    while place < len(tokens):
        size = _size(plain, tokens[place : place + longest], phrases)
        if size:
            first, last = tokens[place], tokens[place + size - 1]
            phrase = _key(plain, first, last)
            pieces += [plain[end : first.start()], phrases[phrase]]
            end = last.end()
        place += max(size, 1)
    return "".join([*pieces, plain[end:]])


def _size(plain: str, tokens: list[Match], phrases: Mapping[str, str]) -> int:
    """How many of the first tokens are a phrase; 0 when they begin none."""
    sizes = range(len(tokens), 0, -1)
    return next(
        (size for size in sizes if _key(plain, tokens[0], tokens[size - 1]) in phrases),
        0,
    )


def _key(plain: str, first: Match, last: Match) -> str:
    return " ".join(plain[first.start() : last.end()].lower().split())


@cache
def _tables() -> dict[str, dict[str, str]]:
    tables: dict[str, dict[str, str]] = yaml.safe_load(WORDS.read_text("utf-8"))
    return tables


@cache
def _phrases(language: str) -> tuple[dict[str, str], int]:
    """The English of each phrase, and the number of words of the longest."""
    phrases = {
        _plain(phrase, language).lower(): word
        for phrase, word in _tables()[language].items()
    }
    return phrases, max(len(_TOKEN.findall(phrase)) for phrase in phrases)


def _plain(text: str, language: str) -> str:
    """Without accents, curled apostrophes and elisions: guests seldom type them."""
    apart = unicodedata.normalize("NFKD", text)
    plain = "".join(sign for sign in apart if not unicodedata.combining(sign))
    plain = plain.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    for elision, full in ELISIONS if language == "fr" else ():
        plain = elision.sub(full, plain)
    return plain
