"""Offline, without any key: forty questions of real guests, answered and cited."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from django.conf import settings

from apps.conversations import single_question
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads, yaml_files
from apps.properties.models import Property
from apps.webchat.page.starters import starters
from apps.webchat.page.texts import PageTexts

Conversation = list[list[str]]
QUESTIONS: list[Conversation] = yaml_files.read(
    Path(__file__).with_name("forty_questions.yaml")
)


async def test_it_answers_forty_questions_from_the_records(
    demo: Property, turns: TurnRunner
) -> None:
    at = datetime(2026, 11, 20, 18, 30, tzinfo=demo.zone)
    failures = []
    for conversation in QUESTIONS:
        failures += await wrong_answers(turns, demo, conversation, at)
    assert not failures, "\n" + "\n".join(failures)
    assert sum(len(conversation) for conversation in QUESTIONS) >= 40


async def test_every_first_question_of_the_page_is_answered_in_every_language(
    demo: Property, turns: TurnRunner
) -> None:
    at = datetime(2026, 11, 20, 18, 30, tzinfo=demo.zone)
    question_count = 0
    for language, _ in settings.LANGUAGES:
        offered = await database_threads.run(starters, demo, at, PageTexts(language))
        for starter in offered:
            thread = await database_threads.run(
                single_question.conversation_of, demo, None, "web"
            )
            answer = await single_question.ask(turns, thread, starter["question"], at)
            assert answer["citations"], f"{starter['question']}: {answer['answer']}"
            question_count += 1
    assert question_count >= 3 * 5


async def wrong_answers(
    turns: TurnRunner, place: Property, conversation: Conversation, at: datetime
) -> list[str]:
    """A line for each question whose answer lacks something."""
    thread = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    failures = []
    for question, *expected in conversation:
        answer = await single_question.ask(turns, thread, question, at)
        words = [word for word in expected if word != "uncited"]
        lacking = [
            word for word in words if word.lower() not in answer["answer"].lower()
        ]
        if ("uncited" in expected) == bool(answer["citations"]):
            lacking.append("citations" if not answer["citations"] else "no citations")
        if lacking:
            failures.append(f"{question} lacks {lacking}: {answer['answer']!r}")
    return failures
