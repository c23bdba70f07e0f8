"""Joins what tools have found with what the search of a turn has found.

Results are passages like those of the records: the speaker reads them as data, its
figures are checked against them and cite them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apps.concierge.context import Results
from apps.concierge.tools import passages
from apps.concierge.tools.calls import Answered

NO_RESULTS = Results([])


def join(
    answered: Sequence[Answered], question: str, found: Results = NO_RESULTS
) -> Results:
    """The results first, as a part of the message of their own; then those of rows.

    question: the guest's words. found: of what the message asks besides.
    """
    own = [passage for each in answered for passage in each.result.passages]
    lacks = next((each.result.lacks for each in answered if each.result.lacks), "")
    reading = _reading(question, lacks)
    if not found.passages and not found.reading:
        return Results(passages.numbered(own, 0), reading=reading)
    others = found.reading.get("parts") or [found.reading]
    whole = {**found.reading, "parts": [reading, *others]}
    shifted = [_shifted(passage) for passage in found.passages]
    return Results(
        [*passages.numbered(own, 0, part=1), *shifted], found.focus, (), whole
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
    return {**passage, "metadata": {**metadata, "part": max(metadata["part"], 1) + 1}}
