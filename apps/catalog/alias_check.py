"""Which other names of a row would hide other rows from guests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import connection

from apps.infrastructure import patterns
from apps.language import detect

# PostgreSQL's lists of stop words, by language.
CONFIGS = {"en": "english", "es": "spanish", "fr": "french"}
EMPTY = """
    select alias from unnest(%s::text[]) as alias
    where exists (
        select from unnest(%s::regconfig[]) as config
        where to_tsvector(config, alias) = ''
    )
"""
COMMON = (
    "“{alias}” says nothing of this row alone: nearly every question would be taken "
    "for one about it."
)
SHARED = (
    "“{alias}” is part of the name of {other} too. Guests who write it are told of "
    "this row; keep it only if they mean this one."
)
EVERYDAY = (
    "“{alias}” is an everyday word. Guests who write it are told of this row; keep it "
    "only if they mean this one."
)
WORD = patterns.compile(r"\w+")


def fault(aliases: Iterable[str], languages: Iterable[str]) -> str:
    """Why an alias is refused: it consists of stop words of one of the languages."""
    configs = [CONFIGS[language] for language in languages if language in CONFIGS]
    with connection.cursor() as cursor:
        cursor.execute(EMPTY, [[*aliases], configs or [CONFIGS["en"]]])
        row = cursor.fetchone()
    return COMMON.format(alias=row[0]) if row else ""


def warnings(row: Any) -> list[str]:
    """A message for each alias of one word that questions about other things hold."""
    single_words = {alias: _words(alias) for alias in row.aliases}
    return [
        message
        for alias, words in single_words.items()
        if len(words) == 1 and (message := _warning(row, alias, *words))
    ]


def _warning(row: Any, alias: str, word: str) -> str:
    other_names = row.property.items.exclude(pk=row.pk).values_list("name", "aliases")
    for name, other_aliases in other_names:
        if word in _words(" ".join([name, *other_aliases])):
            return SHARED.format(alias=alias, other=name)
    own_words = _words(f"{row.name} {row.summary} {row.details}")
    is_everyday = detect.is_everyday_word(word, row.property.languages)
    if is_everyday and word not in own_words:
        return EVERYDAY.format(alias=alias)
    return ""


def _words(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(text.lower()))
