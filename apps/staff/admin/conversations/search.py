"""Finds conversations by words, by id or by the reference of a failed answer."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import SearchQuery, SearchVector
from django.db.models import Q, QuerySet

from apps.conversations.models import Message, Turn
from apps.infrastructure import patterns

_WORD = patterns.compile(r"\w+")


def search(rows: QuerySet[Any], term: str, *, with_words: bool) -> QuerySet[Any]:
    """Conversations are found by subqueries: joins would count every message."""
    turns = Turn.objects.filter(reference__iexact=term.strip()).exclude(reference="")
    condition = Q(pk__in=turns.values("conversation"))
    if with_words:
        condition |= Q(pk__in=_messages_with(term).values("conversation"))
    with suppress(ValueError):
        condition |= Q(pk=UUID(term.strip()))
    return rows.filter(condition)


def _messages_with(term: str) -> QuerySet[Message]:
    """Messages with a word for each word of the term, by its beginning."""
    words = _WORD.findall(term)
    if not words:
        return Message.objects.none()
    prefixes = " & ".join(f"{word}:*" for word in words)
    query = SearchQuery(prefixes, config="simple", search_type="raw")
    text = SearchVector("text", config="simple")
    return Message.objects.annotate(words=text).filter(words=query)
