"""What ports answer comes back from JSON as it was."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from apps.concierge.context import Results
from apps.concierge.forecast import Day, Forecast
from apps.conversations.replay.plain_values import TYPE, decode, encode

NOON = datetime(2026, 11, 20, 12, tzinfo=ZoneInfo("America/New_York"))
SUN = Day(date(2026, 11, 21), 30.5, 41.0, None, 0.0, 5.0, 0)


@pytest.mark.parametrize(
    "value",
    [
        [None, True, 0.1 + 0.2, "§", {"a": [1]}],
        ("a", ("b",), frozenset({1, 2}), b"\x00\xff", uuid4()),
        {7: "a", TYPE: "b"},
        NOON,
        datetime(2026, 11, 20, tzinfo=UTC),
        Results([{"score": 0.25}], "Ballo", ("a", "b"), {"exact": 1.0}),
        Forecast((SUN,), (), NOON, "Open-Meteo", "https://open-meteo.com/"),
    ],
)
def test_it_reads_what_it_wrote(value: Any) -> None:
    read = decode(json.loads(json.dumps(encode(value))))
    assert read == value
    assert type(read) is type(value)
    assert repr(read) == repr(value)


def test_it_keeps_vectors_to_the_bit() -> None:
    vector = np.random.default_rng(7).random(8, dtype=np.float32)
    read = decode(json.loads(json.dumps(encode(vector))))
    assert read.dtype == vector.dtype
    assert read.tobytes() == vector.tobytes()


def test_it_refuses_other_classes() -> None:
    with pytest.raises(TypeError, match="Random"):
        encode(Random())
    with pytest.raises(KeyError):
        decode({TYPE: "Popen", "value": {}})


class Random:
    """No port answers with it."""
