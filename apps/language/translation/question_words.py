"""Spanish and French questions, word by word in the language of the records.

This is no translation: it is only enough for a search, and for the extractive answerer,
to know what a guest asks for. A model reads the guest's own words.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

import yaml

from apps.infrastructure import patterns

# Replaced only beside a known word: "El" and "La" begin names too.
ARTICLES = {
    "es": patterns.compile(r"\b(el|la|los|las)\b"),
    "fr": patterns.compile(r"\b(le|la|les|des|du|un|une)\b"),
}
# A hanging apostrophe is part of the article: "l'adresse", "d'enfants".
ELISION = patterns.compile(r"\b[ld]'", "i", behind=r"\w")
WORDS = Path(__file__).with_name("question_words.yaml")


def english(text: str, language: str) -> str:
    """The text with known phrases and articles replaced; other words stay.

    Only of a language that has a table: to an English guest Cena and Grande sing.
    """
    if language not in _tables():
        return text
    phrases, pattern = _table(language)
    plain = _plain(text)
    if language == "fr":
        plain = ELISION.sub("", plain)
    if not pattern.search(plain):
        return text
    translated = pattern.sub(lambda match: phrases[match[0].lower()], plain)
    return ARTICLES[language].sub("the", translated)


@cache
def _tables() -> dict[str, dict[str, str]]:
    tables: dict[str, dict[str, str]] = yaml.safe_load(WORDS.read_text("utf-8"))
    return tables


@cache
def _table(language: str) -> tuple[dict[str, str], patterns.Pattern]:
    phrases = {_plain(phrase): word for phrase, word in _tables()[language].items()}
    longest_first = sorted(phrases, key=len, reverse=True)
    choice = "|".join(patterns.escape(phrase) for phrase in longest_first)
    return phrases, patterns.compile(rf"\b(?:{choice})\b", "i")


def _plain(text: str) -> str:
    """Without accents and curled apostrophes: guests seldom type them."""
    apart = unicodedata.normalize("NFKD", text)
    plain = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return plain.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
