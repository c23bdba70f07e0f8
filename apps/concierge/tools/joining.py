"""Joins what tools have of_records with what the search of a turn has of_records.

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
