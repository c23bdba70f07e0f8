"""What models did once a recorded turn was answered, done again: reading and planning.

The guest's profile and the messages before are as they were; the answer is the new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from apps.conversations.replay.outcome import Outcome
from apps.conversations.replay.plain_values import decode, encode
from apps.conversations.turns.graph_runs import background_plan
from apps.conversations.turns.graph_runs.background_plan import History
from apps.conversations.turns.memory import told_facts
from apps.llm.cassettes.player import Player


async def done_again(
    content: Mapping[str, Any], player: Player, new_outcome: Outcome
) -> Outcome:
    """The parts of the outcome that were recorded after the answer."""
    recorded = content.get("afterwards", {})
    parts: Outcome = {}
    if "facts" in recorded:
        parts["facts"] = await _facts(content, player)
    if "plan" in recorded:
        parts["plan"] = await _plan(content, player, new_outcome)
    return parts


async def _facts(content: Mapping[str, Any], player: Player) -> Any:
    model = player.model("extractor")
    by_code = decode(content["afterwards"]["facts"]["inputs"])
    if model is None:
        return encode(())
    now = decode(content["context"]["now"])
    return encode(await told_facts.added_by(model, by_code, content["question"], now))


async def _plan(
    content: Mapping[str, Any], player: Player, new_outcome: Outcome
) -> Any:
    model = player.model("planner")
    if model is None:
        return None
    history: History = decode(content["afterwards"]["plan"]["inputs"])
    before, now = (
        f"concierge: {outcome['answer']['text']}"
        for outcome in (content["outcome"], new_outcome)
    )
    lines = [now if line == before else line for line in history.lines]
    return encode(await background_plan.made_by(model, replace(history, lines=lines)))


def in_words(outcome: Outcome) -> dict[str, str]:
    """Each recorded part in a line, for staff."""
    lines = {}
    if "facts" in outcome:
        facts = decode(outcome["facts"])
        lines["facts"] = ", ".join(f"{fact.key} “{fact.quote}”" for fact in facts)
    if "plan" in outcome:
        plan = decode(outcome["plan"]) or {}
        values = (f"{name}: {value}" for name, value in plan.items() if value)
        lines["plan"] = "; ".join(values)
    return lines
