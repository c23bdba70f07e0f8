"""Conversations by their words, their id or the reference of a failed answer."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import SearchQuery, SearchVector
from django.db.models import Q, QuerySet

from apps.conversations.models import Message, Turn
from apps.infrastructure import patterns

_WORD = patterns.compile(r"\w+")


def search(rows: QuerySet[Any], term: str, *, in_words: bool) -> QuerySet[Any]:
    """Messages and turns first: joining them would count every message."""
    turns = Turn.objects.filter(reference__iexact=term.strip()).exclude(reference="")
    wanted = Q(pk__in=turns.values("conversation"))
    if in_words:
        wanted |= Q(pk__in=_saying(term).values("conversation"))
    with suppress(ValueError):
        wanted |= Q(pk=UUID(term.strip()))
    return rows.filter(wanted)


def _saying(term: str) -> QuerySet[Message]:
    """Messages with words that begin like all of these."""
    words = _WORD.findall(term)
    if not words:
        return Message.objects.none()
    beginnings = " & ".join(f"{word}:*" for word in words)
    query = SearchQuery(beginnings, config="simple", search_type="raw")
    text = SearchVector("text", config="simple")
    return Message.objects.annotate(words=text).filter(words=query)
