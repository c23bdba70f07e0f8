"""Checks what staff write in a row: texts that others read, and its other names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import connection, models

from apps.infrastructure import patterns
from apps.infrastructure.spreadsheet_formulas import is_formula
from apps.language import detect
from apps.privacy import redaction
from apps.properties import markup

FORMULA = "A name may not begin with =, +, - or @: spreadsheets read that as a formula."
CARD = "This looks like a card number, and guests would read it. Please take it out."
# Guests read a few sentences; every answer about a row reads all of them.
MAX_CHARS = 10_000
TOO_LONG = f"This text is longer than {MAX_CHARS:,} characters. Please shorten it."
# Fields that hold no sentences, or numbers and addresses on purpose.
NOT_READ = frozenset({"kind", "slug", "status", "phone", "website", "picture"})
# What may stand there on purpose, such as the address of a desk.
DOUBTFUL = {"email": "an e-mail address", "ssn": "a social security number"}


def faults(row: models.Model) -> dict[str, str]:
    """A message for each text that is refused."""
    texts = list(_texts(row))
    long_fields = {f.name: TOO_LONG for f, text in texts if len(text) > MAX_CHARS}
    refused = (
        long_fields
        or markup.faults(row)
        or {
            field.name: CARD for field, text in texts if "card" in redaction.kinds(text)
        }
    )
    if is_formula(str(getattr(row, "name", "")).lstrip()):
        refused["name"] = FORMULA
    return refused


def text_warnings(row: models.Model) -> list[str]:
    """A message for each text that may hold what guests should not read."""
    return [
        f"{str(field.verbose_name).capitalize()} holds {DOUBTFUL[kind]}. Guests may "
        "read it; keep it only if it is meant for them."
        for field, text in _texts(row)
        for kind in redaction.kinds(text)
        if kind in DOUBTFUL
    ]


def _texts(row: models.Model) -> Iterator[tuple[models.Field[Any, Any], str]]:
    for field, text in markup.texts(row):
        if field.name not in NOT_READ:
            yield field, text


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


def alias_fault(aliases: Iterable[str], languages: Iterable[str]) -> str:
    """Why an alias is refused: it consists of stop words of one of the languages."""
    configs = [CONFIGS[language] for language in languages if language in CONFIGS]
    with connection.cursor() as cursor:
        cursor.execute(ALIASES_OF_STOP_WORDS, [[*aliases], configs or [CONFIGS["en"]]])
        row = cursor.fetchone()
    return COMMON.format(alias=row[0]) if row else ""


def alias_warnings(row: Any) -> list[str]:
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
