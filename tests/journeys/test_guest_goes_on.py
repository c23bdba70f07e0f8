"""Guests go on with what they have asked, in half sentences and slang."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from apps.conversations import single_question
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads, yaml_files
from apps.properties.models import Property

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_key")]
Conversation = list[list[str]]
CONVERSATIONS: list[Conversation] = yaml_files.read(
    Path(__file__).with_name("conversations.yaml")
)


async def test_it_goes_on_with_what_was_asked(
    demo: Property, turns: TurnRunner
) -> None:
    failures = []
    for conversation in CONVERSATIONS:
        failures += await wrong_answers(turns, demo, conversation)
    assert not failures, "\n" + "\n".join(failures)


async def wrong_answers(
    turns: TurnRunner, place: Property, conversation: Conversation
) -> list[str]:
    """A line for each answer that is not as expected."""
    at = datetime(2026, 12, 4, 18, 30, tzinfo=place.zone)
    thread = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    failures = []
    for question, *expected in conversation:
        result = await single_question.ask(turns, thread, question, at)
        answer = result["answer"]
        missed = [words for words in expected if not is_met(words, answer)]
        if missed:
            failures.append(f"{question} misses {missed}: {answer!r}")
    return failures


def is_met(expected: str, answer: str) -> bool:
    if expected.startswith("^"):
        return answer.startswith(expected[1:])
    if expected.startswith("!"):
        return expected[1:] not in answer
    return expected in answer
