"""The caution before an answer without a model: what the records really lack."""

from __future__ import annotations

import pytest

from apps.concierge.answer import cautions
from tests.apps.concierge.conftest import context


@pytest.mark.parametrize(
    ("reading", "lacks"),
    [
        ({"exact": 0.5, "value": "held", "lacking_share": 0.1}, False),
        ({"exact": 0.5, "value": "", "lacking_share": 0.0}, False),
        ({"exact": 0.5, "value": "", "lacking_share": 0.8}, True),
        ({"exact": 0.7, "value": "", "lacking_share": 0.8}, False),
        ({"exact": 0.7, "value": "missing", "lacking_share": 0.0}, True),
        ({"exact": 0.9, "value": "missing", "lacking_share": 0.0}, False),
    ],
)
def test_it_cautions_where_a_word_or_the_value_is_missing(
    reading: dict[str, object], *, lacks: bool
) -> None:
    assert cautions.lacks_something(reading) == lacks


@pytest.mark.parametrize(
    ("text", "lacking", "is_only_number"),
    [
        ("a meeting room for 300 people", ["300", "peopl"], True),
        ("a hall for a wedding of 300 people", ["wed", "300", "peopl"], False),
        ("a meeting room for 300 people", [], False),
        ("a meeting room with a stage", ["stag"], False),
    ],
)
def test_a_row_that_lacks_a_number_alone_is_the_right_one(
    text: str, lacking: list[str], *, is_only_number: bool
) -> None:
    reading = {"text": text, "value": "missing", "lacking": lacking, "exact": 0.1}
    assert cautions.lacks_only_a_number(reading) == is_only_number


@pytest.mark.parametrize(("unmet_share", "is_nearest"), [(0.4, True), (0.0, False)])
def test_a_likely_row_with_every_word_is_no_mere_neighbour(
    unmet_share: float, *, is_nearest: bool
) -> None:
    reading = {"exact": 0.35, "value": "held", "unmet_share": unmet_share}
    as_nearest = cautions.say(cautions.PROBABLE, context())
    assert (cautions.of(reading, context()) == as_nearest) == is_nearest


@pytest.mark.parametrize(
    ("missing", "is_denied"),
    [
        ({"unmet": ["asap", "huge"]}, False),
        ({"unmet": ["kosher"]}, True),
        ({"unmet": ["korean"]}, True),
        ({"is_limit_missed": True}, True),
        ({"unmet": ["kayak"], "nowhere": ["kayak"]}, False),
        ({"unmet": ["kayak"], "nowhere": ["kayak"], "named": [1]}, True),
    ],
)
def test_only_what_is_surely_missing_is_denied(
    missing: dict[str, object], *, is_denied: bool
) -> None:
    reading = {"exact": 0.35, "value": "held", "unmet_share": 0.4, **missing}
    reply = cautions.NEAREST if is_denied else cautions.PROBABLE
    assert cautions.of(reading, context()) == cautions.say(reply, context())
