"""Finds conversations by words, by id or by the reference of a failed answer."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL

from apps.conversations.models import Turn
from apps.infrastructure import patterns

_WORD = patterns.compile(r"\w+")


def search(rows: QuerySet[Any], term: str, *, with_words: bool) -> QuerySet[Any]:
    """Conversations are found by subqueries: joins would count every message."""
    turns = Turn.objects.filter(reference__iexact=term.strip()).exclude(reference="")
    condition = Q(pk__in=turns.values("conversation"))
    if with_words:
        condition |= _has_words(term)
    with suppress(ValueError):
        condition |= Q(pk=UUID(term.strip()))
    return rows.filter(condition)


def _has_words(term: str) -> Q:
    """Whether a message has a word for each word of the term, by its beginning."""
    words = _WORD.findall(term)
    if not words:
        return Q(pk__in=())
    prefixes = " & ".join(f"{word}:*" for word in words)
    ids = "select conversations_with_words(to_tsquery('simple', %s))"
    return Q(pk__in=RawSQL(ids, [prefixes]))  # noqa: S611 - with a parameter
