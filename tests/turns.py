"""Turns taken in this process, without a server before them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime

import pytest_asyncio

from apps.conversations import single_question
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads, loop_clients
from apps.properties.models import Property


@pytest_asyncio.fixture
async def turns() -> AsyncIterator[TurnRunner]:
    yield TurnRunner()
    await loop_clients.close()


async def ask(
    place: Property, turns: TurnRunner, text: str, language: str = ""
) -> single_question.TurnResult:
    """The answer to the only question of a new conversation.

    language: of the page; by default that of the text.
    """
    conversation = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    return await single_question.ask(turns, conversation, text, None, language)


async def ask_in_turn(
    place: Property,
    turns: TurnRunner,
    *texts: str,
    language: str = "en",
    at: datetime | None = None,
) -> list[single_question.TurnResult]:
    """The answers to questions of one conversation in this language.

    at: the moment of asking, now by default.
    """
    conversation = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    return [
        await single_question.ask(turns, conversation, text, at, language)
        for text in texts
    ]
