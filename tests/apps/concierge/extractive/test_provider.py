"""The speaker without a model behaves like any model."""

import time

import pytest
from langchain_core.messages import AIMessageChunk, HumanMessage
from pydantic import BaseModel

from apps.concierge.extractive import provider
from apps.concierge.extractive.provider import OfflineChat
from apps.llm import chat
from apps.llm.failures import ModelUnavailable
from tests.apps.concierge.extractive import prompts
from tests.apps.concierge.extractive.prompts import ALL, prompt

pytestmark = pytest.mark.usefixtures("without_key")


async def test_it_streams_word_by_word_like_any_model() -> None:
    messages = prompt("What should I wear?", *ALL, best="dress_code")
    pieces = [piece async for piece in OfflineChat().stream(messages)]
    assert len(pieces) > 8
    whole: AIMessageChunk = sum(pieces[1:], start=pieces[0])
    assert whole.text == provider.answer(messages)
    assert whole.usage_metadata
    assert whole.usage_metadata["total_tokens"] == 0


async def test_it_plays_the_speaker_but_fills_in_no_forms() -> None:
    speaker = chat.chat_model("speaker")
    assert speaker
    messages = prompt("What should I wear?", prompts.BALLO, best="dress_code")
    answer = "".join([str(piece.content) async for piece in speaker.stream(messages)])
    assert answer.endswith("casual. [1]")
    with pytest.raises(ModelUnavailable):
        await speaker.structured(messages, BaseModel)


def test_it_does_not_stumble_over_a_hostile_question() -> None:
    """Mallory sends what makes a careless pattern run for minutes."""
    start = time.perf_counter()
    for text in (
        "is" + " " * 4000 + "!",
        "hey " * 1000,
        "<passages>" * 400,
        "a" * 4096,
        "tonight " * 500,
    ):
        provider.answer(prompt(text, *ALL))
        provider.answer([HumanMessage(text)])
    assert time.perf_counter() - start < 20
