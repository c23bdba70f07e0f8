"""A turn is recorded, and runs again without the model that answered it."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from apps.catalog.models import Restaurant
from apps.conversations import erasure, single_question
from apps.conversations.models import Conversation, Turn, TurnRecording
from apps.conversations.replay import comparison, recordings, rerun
from apps.conversations.replay.rerun import Changes
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.llm import breaker
from apps.properties.models import Property
from tests.apps.knowledge.searching import embed_all
from tests.fakes.gemini import Failure, GeminiServer, Text, running_server
from tests.fakes.replies import Calls, Cut, Reply
from tests.model_fixtures import GOOD_MODELS, KEY

pytestmark = pytest.mark.usefixtures("closed_connections")
WORD = "zwetschge"
QUESTION = f"Hello from {WORD}! What should I wear at Ballo?"
ANSWER = "Smart casual is the dress code at Ballo. [1]"
Stored = tuple[Turn, dict[str, Any]]


async def ask(place: Property, turns: TurnRunner, *texts: str) -> Any:
    """The answer to the last of these questions of one conversation."""
    thread = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    for text in texts or (QUESTION,):
        result = await single_question.ask(turns, thread, text)
    return result


async def stored(result: Any) -> Stored:
    turn = await Turn.objects.select_related("conversation").aget(pk=result["turn"])
    recording = await TurnRecording.objects.aget(turn=turn)
    return turn, recordings.load(recording)


def shown(events: list[dict[str, Any]]) -> str:
    texts = [event["content"] for event in events if event["type"] == "token"]
    return "".join(texts).strip()


def undress(place: Property) -> None:
    row = Restaurant.objects.get(property=place)
    row.dress_code = "Pyjamas"
    row.save()
    embed_all()


async def test_it_runs_a_turn_again_while_the_model_server_is_stopped(
    recorded_resort: Property, turns: TurnRunner, settings: Settings
) -> None:
    settings.GOOGLE_API_KEY, settings.MODEL_MAX_RETRIES = KEY, 0
    breaker.reset()
    with running_server() as server:
        settings.GOOGLE_BASE_URL = server.url
        server.structured = GOOD_MODELS
        server.script(Text(ANSWER))
        result = await ask(recorded_resort, turns)
    turn, content = await stored(result)
    again = await rerun.run(turn, content)
    assert again.outcome == content["outcome"]
    assert again.new_requests == []
    answer = again.outcome["answer"]
    assert answer["text"] == shown(again.outcome["events"]) == result["answer"]
    assert answer["citations"]["value"] == result["citations"]
    assert again.outcome["metrics"]["cost_micros"] > 0


@pytest.mark.parametrize(
    "replies",
    [
        (Calls((("search_documents", {"query": "dress"}),)), Text(ANSWER)),
        (Failure(500), Text(ANSWER)),
        (Cut("Smart casual is the "), Text(ANSWER)),
        (Text("A shirt costs $999 there. [1]"), Text(ANSWER)),
        (Failure(500), Failure(500)),
    ],
    ids=["tool", "stand_in", "broken_off", "unsupported", "without_model"],
)
async def test_it_runs_a_turn_of_bad_luck_again(
    recorded_resort: Property,
    turns: TurnRunner,
    model: GeminiServer,
    replies: tuple[Reply, ...],
) -> None:
    model.script(*replies)
    turn, content = await stored(await ask(recorded_resort, turns))
    request_count = len(model.requests)
    again = await rerun.run(turn, content)
    assert again.outcome == content["outcome"]
    assert len(model.requests) == request_count


@pytest.mark.usefixtures("without_key")
async def test_it_runs_a_turn_as_it_was_although_a_row_has_changed(
    recorded_resort: Property, turns: TurnRunner
) -> None:
    turn, content = await stored(await ask(recorded_resort, turns, "Hi", QUESTION))
    await database_threads.run(undress, recorded_resort)
    assert (await rerun.run(turn, content)).outcome == content["outcome"]
    [row] = await database_threads.run(comparison.changed_rows, content)
    assert (row.name, row.revision_of_now) == (
        "Ballo Italian Restaurant",
        row.revision + 1,
    )
    again = await rerun.run(turn, content, Changes(has_rows_of_now=True))
    compared = comparison.compare(content["outcome"], again.outcome)
    changed = {own.change: own.text for own in compared.words if own.change != "same"}
    assert "smart casual" in changed["gone"].lower()
    assert "pyjamas" in changed["new"].lower()
    assert any("Smart casual" in source for source in compared.sources_gone)
    assert any("Pyjamas" in source for source in compared.sources_new)


async def test_it_shows_what_another_prompt_would_change(
    recorded_resort: Property, turns: TurnRunner, model: GeminiServer
) -> None:
    model.script(Text(ANSWER))
    turn, content = await stored(await ask(recorded_resort, turns))
    changes = Changes(prompt="Rhyme. Answer from $passages", asks_models=True)
    model.script(Text("Dress smart casual at Ballo, friend. [1]"))
    again = await rerun.run(turn, content, changes)
    compared = comparison.compare(content["outcome"], again.outcome)
    new_words = "".join(own.text for own in compared.words if own.change == "new")
    assert "friend" in new_words
    assert compared.costs[0] != compared.costs[1]
    assert "Rhyme." in str(model.requests_for("stream")[-1].body)
    [(role, new_request), *_] = again.new_requests
    assert role == "speaker"
    assert "Rhyme." in json.dumps(new_request)
    assert (
        content["outcome"]["metrics"]["prompt_hash"]
        != (again.outcome["metrics"]["prompt_hash"])
    )


async def test_the_command_asks_for_bit_for_bit(
    recorded_resort: Property, turns: TurnRunner, model: GeminiServer
) -> None:
    model.script(Text(ANSWER))
    result = await ask(recorded_resort, turns)
    assert "the same, bit for bit" in await database_threads.run(
        printed, result["turn"]
    )
    await database_threads.run(undress, recorded_resort)
    changed = await database_threads.run(printed, result["turn"], "--rows")
    assert "row changed since: Ballo" in changed
    await database_threads.run(tamper, result["turn"])
    with pytest.raises(CommandError, match="as recorded"):
        await database_threads.run(printed, result["turn"])


def printed(turn_id: str, *options: str) -> str:
    out = io.StringIO()
    call_command("replay", turn_id, *options, stdout=out)
    return out.getvalue()


def tamper(turn_id: str) -> None:
    """As if the code gave another answer than when it was recorded."""
    recording = TurnRecording.objects.get(pk=UUID(turn_id))
    content = recordings.load(recording)
    content["outcome"]["answer"]["text"] += "!"
    thread_id = recording.turn.conversation_id
    assert recordings.save(UUID(turn_id), thread_id, content)


@pytest.mark.usefixtures("without_key")
async def test_it_records_nothing_by_default(
    resort: Property, turns: TurnRunner
) -> None:
    await ask(resort, turns)
    assert not await TurnRecording.objects.aexists()


@pytest.mark.usefixtures("without_key")
async def test_a_recording_ends_with_its_thread(
    recorded_resort: Property, turns: TurnRunner
) -> None:
    turn, content = await stored(await ask(recorded_resort, turns, "Hi", QUESTION))
    assert WORD in json.dumps(content)
    await erasure.forget(await Conversation.objects.aget(pk=turn.conversation_id))
    assert not await TurnRecording.objects.aexists()
    # A process that was late with it stores nothing either.
    thread_id = turn.conversation_id
    save = recordings.save
    assert not await database_threads.run(save, turn.pk, thread_id, content)
    assert not await TurnRecording.objects.aexists()


@pytest.mark.usefixtures("without_key")
@pytest.mark.parametrize("wish", ["Forget that I am vegan", "Forget all about me"])
async def test_a_recording_ends_with_what_the_guest_has_told(
    recorded_resort: Property, turns: TurnRunner, wish: str
) -> None:
    texts = ("I am vegan.", "What can I eat at Ballo?")
    turn, content = await stored(await ask(recorded_resort, turns, *texts))
    assert "vegan" in json.dumps(content["answers"])
    thread = await Conversation.objects.aget(pk=turn.conversation_id)
    result = await single_question.ask(turns, thread, wish)
    assert result["route"] == "memory"
    assert not await TurnRecording.objects.aexists()


async def test_recordings_are_kept_for_some_days(
    recorded_resort: Property, turns: TurnRunner, settings: Settings
) -> None:
    settings.GOOGLE_API_KEY, settings.TURN_RECORDING_DAYS = "", 14
    await ask(recorded_resort, turns)
    forget_old, now = recordings.forget_old, timezone.now()
    assert not await database_threads.run(forget_old, now + timedelta(days=13))
    assert await database_threads.run(forget_old, now + timedelta(days=15)) == 1
