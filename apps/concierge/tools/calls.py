"""Runs the calls of tools, each within its deadline, and notes what became of them.

Their results are passages like those of the records, which they join: the speaker reads
them as data, its figures are checked against them and cite them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from pydantic import ValidationError

from apps.concierge import replies
from apps.concierge.context import Context, Results
from apps.concierge.tools import passages
from apps.concierge.tools.declarations import Refused, Result, Tool, Unavailable
from apps.concierge.tools.registry import TOOLS

log = logging.getLogger(__name__)
# Of a turn, whoever asks for them.
MOST_CALLS = 5
UNKNOWN = "There is no such tool."
MALFORMED = "The arguments are not as the tool's schema asks for them."
LATE = "The tool did not answer in time. Answer without it."
FAILED = "The tool failed. Answer without it."


@dataclass(frozen=True)
class Call:
    """id: by which a model knows it; empty where the router asks."""

    name: str
    arguments: dict[str, Any] = field(default_factory=dict)
    id: str = ""


@dataclass(frozen=True)
class Answered:
    """record: of the call for the trace, without its arguments: they may be a guest's
    words."""

    call: Call
    result: Result
    record: dict[str, Any]


async def run(call: Call, context: Context, asked_by: str) -> Answered:
    """Never raises: what goes wrong is a note to the model."""
    began = time.perf_counter()
    tool = TOOLS.get(call.name)
    result = (
        await _shown(tool, call, context)
        if tool
        else Result(note=UNKNOWN, outcome="refused")
    )
    record = {
        "tool": tool.name if tool else "unknown",
        "asked_by": asked_by,
        "outcome": result.outcome,
        "duration_ms": round((time.perf_counter() - began) * 1000, 1),
        "cost_usd": 0.0,
    }
    return Answered(call, result, record)


def unreadable() -> dict[str, Any]:
    """The record of a call that was no call."""
    return {
        "tool": "unknown",
        "asked_by": "model",
        "outcome": "refused",
        "duration_ms": 0.0,
        "cost_usd": 0.0,
    }


async def _shown(tool: Tool, call: Call, context: Context) -> Result:
    """The guest sees that it runs, and whether it has brought anything."""
    if not tool.is_shown:
        return await _within_deadline(tool, call, context)
    step, text = uuid4().hex, replies.say(f"step_{tool.name}", context.language)
    context.send_step(step, text, "running")
    result = await _within_deadline(tool, call, context)
    context.send_step(step, text, "done" if result.outcome == "done" else "failed")
    return result


async def _within_deadline(tool: Tool, call: Call, context: Context) -> Result:
    try:
        arguments = tool.arguments.model_validate(call.arguments)
        async with asyncio.timeout(tool.seconds):
            return await tool.run(arguments, context)
    except ValidationError:
        return Result(note=MALFORMED, outcome="refused")
    except Refused as error:
        return Result(note=str(error), outcome="refused", lacks=error.lacks)
    except Unavailable as error:
        return Result(note=str(error), outcome="unavailable", lacks=tool.name)
    except TimeoutError:
        return Result(note=LATE, outcome="late", lacks=tool.name)
    except Exception:
        # The guest is answered from the records all the same.
        log.exception("the tool %s failed", tool.name)
        return Result(note=FAILED, outcome="failed", lacks=tool.name)


NO_RESULTS = Results([])


def join(
    answered: Sequence[Answered], question: str, of_records: Results = NO_RESULTS
) -> Results:
    """The results first, as a part of the message of their own; then those of rows.

    question: the guest's words. of_records: of what the message asks besides.
    """
    own = [passage for each in answered for passage in each.result.passages]
    lacks = next((each.result.lacks for each in answered if each.result.lacks), "")
    reading = _reading(question, lacks)
    if not of_records.passages and not of_records.reading:
        return Results(passages.numbered(own, 0), reading=reading)
    other_parts = of_records.reading.get("parts") or [of_records.reading]
    whole = {**of_records.reading, "parts": [reading, *other_parts]}
    shifted = [_shifted(passage) for passage in of_records.passages]
    return Results(
        [*passages.numbered(own, 0, part=1), *shifted], of_records.focus, (), whole
    )


def _reading(question: str, lacks: str) -> dict[str, Any]:
    """As `knowledge.statements` reads a question that is exactly answered."""
    return {
        "text": question,
        "full_question": question,
        "topic": "",
        "answerable": 1.0,
        "exact": 1.0,
        "is_phrased": False,
        "unmet_share": 0.0,
        "named": [],
        "hangs_on": False,
        "is_extreme": False,
        "missing": {"what": lacks, "rows": []} if lacks else {},
    }


def _shifted(passage: dict[str, Any]) -> dict[str, Any]:
    """Of the part behind that of the tools."""
    metadata = passage["metadata"]
    part = max(metadata.get("part", 1), 1) + 1
    return {**passage, "metadata": {**metadata, "part": part}}
