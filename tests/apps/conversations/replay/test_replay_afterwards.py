"""What follows an answer is run again too, and what that costs is charged."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import CommandError
from django.utils import timezone

from apps.conversations.models import Turn, TurnRecording
from apps.conversations.replay import afterwards, comparison, recordings, rerun
from apps.conversations.replay.rerun import Changes
from apps.conversations.turns.limits import spending
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.apps.conversations.replay.test_replay import ANSWER, ask, printed, stored
from tests.fakes.gemini import GeminiServer, Text
from tests.model_fixtures import GOOD_MODELS

pytestmark = pytest.mark.usefixtures("closed_connections")


async def test_it_reads_and_plans_after_the_answer_again(
    recorded_resort: Property, turns: TurnRunner, model: GeminiServer
) -> None:
    sentence = "We adore anything with noodles and wasabi."
    cuisine = {
        "key": "cuisines",
        "value": "japanese",
        "quote": sentence,
        "confidence": 0.9,
    }
    plan: dict[str, Any] = {"next_topic": "dining", "conversation_note": "Noodles."}
    replies: dict[str, Any] = {
        "ExtractorOutput": {"facts": [cuisine]},
        "WhisperPlan": plan,
    }
    model.structured = {**GOOD_MODELS, **replies}
    model.script(Text(ANSWER))
    result = await ask(
        recorded_resort, turns, f"{sentence} What should I wear at Ballo?"
    )
    await turns.settled()
    turn, content = await stored(result)
    roles = {call["role"] for call in content["models"]["calls"]}
    assert roles >= {"extractor", "planner", "speaker"}
    request_count = len(model.requests)
    again = await rerun.run(turn, content)
    assert again.outcome == content["outcome"]
    assert (again.new_requests, len(model.requests)) == ([], request_count)
    lines = afterwards.in_words(again.outcome)
    assert lines["facts"].startswith("cuisines “")
    assert "conversation_note: Noodles." in lines["plan"]

    replies["WhisperPlan"] = {**plan, "conversation_note": "Shirts."}
    model.structured = {**GOOD_MODELS, **replies}
    model.script(Text("Dress smart casual at Ballo, friend. [1]"))
    changes = Changes(prompt="Rhyme. Answer from $passages", asks_models=True)
    compared = comparison.compare(
        content["outcome"], (await rerun.run(turn, content, changes)).outcome
    )
    [planned] = [line for line in compared.afterwards if line[0] == "plan"]
    assert "Noodles." in planned[1]
    assert "Shirts." in planned[2]
    assert "friend." in str(model.requests[-1].body)


@pytest.mark.usefixtures("without_key")
async def test_what_was_forgotten_meanwhile_is_not_recorded_again(
    recorded_resort: Property, turns: TurnRunner
) -> None:
    """The model had still been reading when the guest had the fact forgotten."""
    turn, content = await stored(await ask(recorded_resort, turns))
    complete = recordings.complete
    assert await database_threads.run(
        complete, turn.pk, turn.conversation_id, {**content, "afterwards": {}}
    )
    await TurnRecording.objects.all().adelete()
    assert not await database_threads.run(
        complete, turn.pk, turn.conversation_id, content
    )
    assert not await TurnRecording.objects.aexists()


async def test_new_requests_count_for_the_cap_of_the_day(
    recorded_resort: Property, turns: TurnRunner, model: GeminiServer
) -> None:
    model.script(Text(ANSWER))
    turn, content = await stored(await ask(recorded_resort, turns))
    await turns.settled()
    yesterday = timezone.now() - timedelta(days=2)
    await Turn.objects.filter(pk=turn.pk).aupdate(created_at=yesterday)
    now, place = timezone.now(), recorded_resort
    assert await database_threads.run(spending.today, place, now) == 0
    await rerun.run(turn, content)
    assert await database_threads.run(spending.today, place, now) == 0
    changes = Changes(prompt="Rhyme. Answer from $passages", asks_models=True)
    model.script(Text("Dress smart casual at Ballo, friend. [1]"))
    again = await rerun.run(turn, content, changes)
    assert again.new_requests
    spent = await database_threads.run(spending.today, place, timezone.now())
    whole_cost = Decimal(again.outcome["metrics"]["cost_micros"]) / spending.MICROS
    assert 0 < spent <= whole_cost
    place.daily_cap = spent / 2
    await place.asave()
    spending.forget()
    turn = await Turn.objects.select_related("conversation__property").aget(pk=turn.pk)
    request_count = len(model.requests)
    with pytest.raises(rerun.CapReached, match="cap of the day"):
        await rerun.run(turn, content, changes)
    with pytest.raises(CommandError, match="so no model is asked"):
        await database_threads.run(printed, str(turn.pk), "--ask-models", "--rows")
    assert len(model.requests) == request_count
    assert (await rerun.run(turn, content)).outcome == content["outcome"]
    spending.forget()
