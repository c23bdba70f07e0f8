"""What the searches of a turn bring, as its graph receives it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from apps.concierge.context import Results
from apps.conversations.turns.search.search_output import (
    MAX_PASSAGES_OF_PARTS,
    SearchOutput,
)
from apps.knowledge.search.results import Found
from apps.knowledge.statements.reading import Reading


def of_question(output: SearchOutput, hours: Sequence[Found]) -> Results:
    """hours: passages for a question about times."""
    question = output.search_input.question
    return Results(
        _as_dicts([*output.passages, *hours]),
        question.focus[-1].title if question.focus else "",
        # Who compares them means none of them alone.
        [row.title for row in question.choices if not output.is_comparison],
        output.reading(),
    )


def of_parts(
    message: Reading,
    outputs: Sequence[SearchOutput],
    hours: Sequence[Sequence[Found]],
) -> Results:
    """The passages of all parts; each says in its metadata to which it belongs."""
    share = MAX_PASSAGES_OF_PARTS // len(outputs)
    passages = [
        _with_part(passage, number)
        for number, (output, own) in enumerate(zip(outputs, hours, strict=True), 1)
        for passage in _of_part(output, own, share)
    ]
    parts = [output.reading() for output in outputs]
    focus = outputs[0].search_input.question.focus
    reading = {
        "text": message.text,
        "full_question": " / ".join(part["full_question"] for part in parts),
        "topic": parts[-1]["topic"],
        "answerable": max(part["answerable"] for part in parts),
        "exact": max(part["exact"] for part in parts),
        "is_phrased": any(part["is_phrased"] for part in parts),
        "unmet_share": min(part["unmet_share"] for part in parts),
        "named": [row for part in parts for row in part["named"]],
        "hangs_on": parts[0]["hangs_on"],
        "is_extreme": False,
        "parts": parts,
    }
    return Results(_as_dicts(passages), focus[-1].title if focus else "", (), reading)


def _of_part(output: SearchOutput, hours: Sequence[Found], share: int) -> list[Found]:
    """Of a list all rows, which the next part may go on with, before any hours."""
    hours_of_best = [] if len(output.rows_chosen) > 1 else hours[:1]
    return [*output.passages[: share - len(hours_of_best)], *hours_of_best]


def _with_part(passage: Found, number: int) -> Found:
    return {**passage, "metadata": {**passage["metadata"], "part": number}}


def _as_dicts(passages: Sequence[Found]) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", list(passages))
