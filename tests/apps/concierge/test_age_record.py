"""The age of a record is quoted only where the record answers the very question."""

from __future__ import annotations

import pytest

from apps.concierge.answer import age_record
from tests.apps.concierge.conftest import BALLO, PreparedSearch, context

AGE = {
    "field": "minimum_age",
    "label": "Minimum age",
    "value": "21",
    "text": "Guests of Velvet must be 21 or older.",
    "chance": 0.9,
}
VELVET = {
    **BALLO,
    "metadata": {
        **BALLO["metadata"],  # type: ignore[dict-item]
        "item_id": 8,
        "item_name": "Velvet",
        "sentences": [AGE],
    },
}
QUOTED = "Velvet is for guests of 21 and older. [1]"


@pytest.mark.parametrize(
    ("question", "exact", "text"),
    [
        ("may my brother, 17, dance there?", 0.9, QUOTED),
        ("may my brother, 17, come to Velvet?", 0.9, QUOTED),
        ("may my brother, 17, dance there?", 0.1, ""),
        ("may my brother, 17, drink at Ballo?", 0.9, ""),
    ],
)
async def test_it_quotes_a_likely_record_of_no_other_place(
    question: str, exact: float, text: str
) -> None:
    search = PreparedSearch(BALLO, VELVET, answerable=exact)
    results = await search.results(schedule=False)
    record = age_record.quote(question, results, context(search=search))
    assert record.text == text
    assert [citation["title"] for citation in record.citations] == (
        ["Velvet"] if text else []
    )
