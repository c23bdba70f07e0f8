"""Loads what a process reads once, by answering a question that nobody asked.

Nothing of it is stored or sent, and no provider is called.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, replace
from functools import cache
from threading import Thread
from typing import cast
from uuid import uuid4

from django.conf import settings
from django.db import DatabaseError

from apps.concierge.context import Context
from apps.concierge.extractive import provider
from apps.concierge.guardrails import checks
from apps.concierge.routing import intent
from apps.concierge.state import question_input
from apps.concierge.walk import graph
from apps.conversations.turns.active_turn import ActiveTurn, TurnRequest
from apps.conversations.turns.graph_runs import graph_context
from apps.conversations.turns.search.passage_search import PassageSearch
from apps.infrastructure import database_scope, database_threads
from apps.knowledge import property_snapshot
from apps.knowledge.statements import common_questions
from apps.llm import chat, embeddings
from apps.properties import remembered_phones
from apps.properties.models import Property

log = logging.getLogger(__name__)
QUESTION = "Good evening, is there a spa, and when does it open?"
# The database may be filled while the process starts.
RETRY_SECONDS = 1.0
MOST_TRIES = 120


@dataclass
class Progress:
    """Of this process; only a web process warms up."""

    is_running: bool = False


@cache
def progress() -> Progress:
    return Progress()


def start() -> None:
    """Begins in a thread: the event loop may serve meanwhile."""
    progress().is_running = True
    Thread(target=_run, name="warm-up", daemon=True).start()


def _run() -> None:
    began = time.monotonic()
    try:
        load_models()
        log.info("models are loaded")
        _rehearse_when_possible()
        log.info("ready for guests after %.1f s", time.monotonic() - began)
    except Exception:  # a guest who comes first waits longer, no more
        log.exception("the process could not warm up")
    finally:
        progress().is_running = False


def load_models() -> None:
    chat.load_providers()
    checks.inspect("Good evening")
    intent.classify("Good evening")
    if not embeddings.is_remote():
        embeddings.embedder()
    common_questions.load()


def _rehearse_when_possible() -> None:
    for _ in range(MOST_TRIES):
        try:
            asyncio.run(_rehearse())
            break
        except (DatabaseError, Property.DoesNotExist) as error:
            log.info("no property to answer for yet: %s", error)
            time.sleep(RETRY_SECONDS)
    # Spaced-out letters are matched against further phrases, which few guests need.
    checks.inspect("Good evening, w h a t i s o n")


async def _rehearse() -> None:
    context = await database_threads.run(_context)
    question = question_input(QUESTION, str(uuid4()))
    await graph().ainvoke(question, context=context)


def _context() -> Context:
    """Of a turn of the default property, whose records answer without a provider."""
    remembered_phones.remember(Property.objects.all())
    place = Property.objects.get(slug=settings.DEFAULT_PROPERTY)
    with database_scope.scoped_to(place.pk):
        return _context_at(place)


def _context_at(place: Property) -> Context:
    turn = ActiveTurn(uuid4(), TurnRequest(place.pk, uuid4(), uuid4(), QUESTION, "en"))
    graph_context.prepare(turn)
    context = replace(cast("Context", turn.context), model=provider.chat)
    if not embeddings.is_remote():
        return context
    snapshot, embedder = property_snapshot.of(place.pk), embeddings.HashingEmbedder()
    search = PassageSearch(snapshot, context.now, embedder, "en")
    return replace(context, search=search)
