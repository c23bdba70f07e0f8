"""Spanish and French questions, phrase by phrase in the language of the records.

This is no translation: it is only enough for a search, and for the extractive answerer,
to know what a guest asks for. A model reads the guest's own words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from apps.infrastructure import patterns, yaml_files
from apps.infrastructure.patterns import Match
from apps.language.spelling import word_lists

# Replaced only beside a known word: "El" and "La" begin names too.
ARTICLES = {
    "es": patterns.compile(r"\b(el|la|los|las)\b"),
    "fr": patterns.compile(r"\b(le|la|les|des|du)\b"),
}
_A_OR_AN = {"fr": patterns.compile(r"\bune?\b")}
# "l'adresse", "combien d'enfants": the short forms of French, written out.
ELISIONS = (
    (patterns.compile(r"\bl'", "i", behind=r"\w"), "le "),
    (patterns.compile(r"\bd'", "i", behind=r"\w"), "de "),
)
WORDS = Path(__file__).with_name("question_words.yaml")
# Shorter words stand in English questions too.
SHORTEST_OWN = 4
# The rank of a word of English that few guests use: "hay".
RARE_FROM = 5_000
# The rank of the last word of English that guests use every day: "slots".
EVERYDAY_UP_TO = 10_000
_TOKEN = patterns.compile(r"\w+(?:['-]\w+)*")
_ASKS = patterns.compile(
    r"(is there|are there|do you|do they|can (i|we)|where|when|how|what|which|who)\b",
    "i",
)


def english(text: str, language: str) -> str:
    """The text with known phrases and articles replaced; other words stay.

    Only of a language that has a table: to an English guest Cena and Grande sing.
    """
    if language not in _tables():
        return text
    plain_text = _written_out(text, language)
    translated = _translated(plain_text, language)
    if translated == plain_text:
        return text
    if language in _A_OR_AN:
        translated = str(_A_OR_AN[language].sub("a", translated))
    return str(ARTICLES[language].sub("the", translated))


def phrases(language: str) -> list[str]:
    """The phrases of a language that are replaced; none without a table."""
    return list(_tables().get(language, ()))


def plain(text: str) -> str:
    """Without accents and curled apostrophes: guests seldom type them."""
    apart = unicodedata.normalize("NFKD", text)
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return bare.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


@cache
def own_words(language: str) -> frozenset[str]:
    """Single words of this language and of no other, plain and in lower case.

    A word that English uses more is none: "slots" asks in English.
    """
    shared = {*_shared_words(), *_words_of_english(language)}
    for table in _tables().values():
        for translation in table.values():
            shared.update(_TOKEN.findall(translation.lower()))
    words = (phrase for phrase in _phrase_table(language)[0] if phrase.isalpha())
    return frozenset(
        word for word in words if len(word) >= SHORTEST_OWN and word not in shared
    )


def _words_of_english(language: str) -> set[str]:
    """Those that English has in everyday use, and more than this language."""
    own, everyday = word_lists.ranks(language), word_lists.ranks("en").items()
    return {
        word
        for word, rank in everyday
        if rank < EVERYDAY_UP_TO and rank < own.get(word, EVERYDAY_UP_TO)
    }


@cache
def begins_questions(language: str) -> frozenset[str]:
    """Single words of this language that ask, and are rare or no words in English."""
    shared, ranks = {*_shared_words()}, word_lists.ranks("en")
    return frozenset(
        phrase
        for phrase, translation in _phrase_table(language)[0].items()
        if phrase.isalpha()
        and phrase not in shared
        and _ASKS.match(translation)
        and ranks.get(phrase, RARE_FROM) >= RARE_FROM
    )


def _translated(text: str, language: str) -> str:
    """The longest known phrase at each word, from the first word to the last."""
    phrases, longest = _phrase_table(language)
    tokens = list(_TOKEN.finditer(text))
    pieces: list[str] = []
    end = place = 0
    while place < len(tokens):
        size = _size(text, tokens[place : place + longest], phrases)
        if size > 1 or (size and not _is_in_name(tokens, place, phrases)):
            first, last = tokens[place], tokens[place + size - 1]
            phrase = _key(text, first, last)
            pieces += [text[end : first.start()], phrases[phrase]]
            end = last.end()
        place += max(size, 1)
    return "".join([*pieces, text[end:]])


def _size(text: str, tokens: list[Match], phrases: Mapping[str, str]) -> int:
    """How many of the first tokens are a phrase; 0 when they begin none."""
    sizes = range(len(tokens), 0, -1)
    return next(
        (size for size in sizes if _key(text, tokens[0], tokens[size - 1]) in phrases),
        0,
    )


def _is_in_name(tokens: list[Match], place: int, phrases: Mapping[str, str]) -> bool:
    """Whether it stands with a capital beside another unknown word with one."""
    neighbours = tokens[max(place - 1, 0) : place] + tokens[place + 1 : place + 2]
    has_capital = place > 0 and str(tokens[place][0]).istitle()
    return has_capital and any(
        str(token[0]).istitle() and str(token[0]).lower() not in phrases
        for token in neighbours
    )


def _key(text: str, first: Match, last: Match) -> str:
    return " ".join(text[first.start() : last.end()].lower().split())


def _tables() -> dict[str, dict[str, str]]:
    return {name: table for name, table in _data().items() if name != "shared"}


def _shared_words() -> list[str]:
    return list(_data()["shared"])


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = yaml_files.read(WORDS)
    data["shared"] = data["shared"].split()
    return data


@cache
def _phrase_table(language: str) -> tuple[dict[str, str], int]:
    """The English of each phrase, and the number of words of the longest."""
    phrases = {
        _written_out(phrase, language).lower(): word
        for phrase, word in _tables()[language].items()
    }
    return phrases, max(len(_TOKEN.findall(phrase)) for phrase in phrases)


def _written_out(text: str, language: str) -> str:
    """Plain, and without the elisions of French."""
    text = plain(text)
    for elision, full in ELISIONS if language == "fr" else ():
        text = elision.sub(full, text)
    return text
