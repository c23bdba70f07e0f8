"""Checks the other names of a row: some would hide other rows from guests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import connection

from apps.infrastructure import patterns
from apps.language import detect

# PostgreSQL's text search configurations, which know stop words, by language.
CONFIGS = {"en": "english", "es": "spanish", "fr": "french"}
ALIASES_OF_STOP_WORDS = """
    select alias from unnest(%s::text[]) as alias
    where exists (
        select from unnest(%s::regconfig[]) as config
        where to_tsvector(config, alias) = ''
    )
"""
COMMON = (
    "“{alias}” is part of nearly every question: guests who ask about anything else "
    "would be told about this row."
)
SHARED = (
    "“{alias}” is part of the name of {other} too. Guests who write it are told "
    "about this row; keep it only if they mean this one."
)
EVERYDAY = (
    "“{alias}” is an everyday word. Guests who write it are told about this row; "
    "keep it only if they mean this one."
)
WORD = patterns.compile(r"\w+")


def fault(aliases: Iterable[str], languages: Iterable[str]) -> str:
    """Why an alias is refused: it consists of stop words of one of the languages."""
    configs = [CONFIGS[language] for language in languages if language in CONFIGS]
    with connection.cursor() as cursor:
        cursor.execute(ALIASES_OF_STOP_WORDS, [[*aliases], configs or [CONFIGS["en"]]])
        row = cursor.fetchone()
    return COMMON.format(alias=row[0]) if row else ""


def warnings(row: Any) -> list[str]:
    """A message for each alias of one word that questions about other things hold."""
    words_by_alias = {alias: _words(alias) for alias in row.aliases}
    single_words = {
        alias: word
        for alias, words in words_by_alias.items()
        for word in words
        if len(words) == 1
    }
    names_by_word = _names_by_word(row) if single_words else {}
    messages = (
        _warning(row, alias, word, names_by_word)
        for alias, word in single_words.items()
    )
    return [message for message in messages if message]


def _names_by_word(row: Any) -> dict[str, str]:
    """The name of one other row of the property for each word of the rows' names."""
    rows = row.property.items.exclude(pk=row.pk).values_list("name", "aliases")
    return {
        word: name
        for name, aliases in rows
        for word in _words(" ".join([name, *aliases]))
    }


def _warning(row: Any, alias: str, word: str, names_by_word: dict[str, str]) -> str:
    if word in names_by_word:
        return SHARED.format(alias=alias, other=names_by_word[word])
    own_words = _words(f"{row.name} {row.summary} {row.details}")
    is_everyday = detect.is_everyday_word(word, row.property.languages)
    if is_everyday and word not in own_words:
        return EVERYDAY.format(alias=alias)
    return ""


def _words(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(text.lower()))
