"""Sums are told with their figures, exact, or refused where they make no sense."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from apps.concierge.tools import calls
from apps.concierge.tools.calculate import functions, tool
from apps.concierge.tools.calculate.expression import NotArithmetic
from apps.concierge.tools.calculate.tool import Calculation
from apps.concierge.tools.calls import Call
from apps.knowledge.comparison.tier_thresholds import Tier
from tests.apps.concierge.conftest import PreparedSearch, context


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            {"kind": "split", "amount": 100, "people": 3},
            "$100 among 3 people is $33.33 each. It is rounded to the cent.",
        ),
        (
            {"kind": "split", "amount": 300, "people": 4, "percent": 20},
            "$300 with a tip of 20% is $360; among 4 people that is $90 each.",
        ),
        ({"kind": "percent", "amount": 86, "percent": 18}, "18% of $86 is $15.48."),
        (
            {"kind": "percent", "amount": 85, "percent": 17, "is_plain": True},
            "17% of 85 is 14.45.",
        ),
        (
            {"kind": "discount", "amount": 86.4, "percent": 20},
            "20% off $86.40 is $69.12; that saves $17.28.",
        ),
        (
            {"kind": "stay", "amount": 169, "nights": 3, "is_from": True},
            "3 nights come to $507 or more, as rates start at $169 a night, before "
            "taxes and fees.",
        ),
        (
            {"kind": "nights", "arrival": "2026-12-30", "departure": "2027-01-02"},
            "From Wednesday, December 30 to Saturday, January 2 it is 3 nights.",
        ),
        (
            {"kind": "stay", "amount": 189, "nights": 3, "rooms": 2},
            "2 rooms for 3 nights at $189 a room and night come to $1,134, before "
            "taxes and fees.",
        ),
        (
            {"kind": "tier_points", "points": 4200, "tier": "leap"},
            "Leap begins at 10,000 Tier Credits. With 4,200 you need 5,800 more.",
        ),
        (
            {"kind": "tier_points", "points": 10_000, "tier": "Leap"},
            "Leap begins at 10,000 Tier Credits. With 10,000 you have reached it.",
        ),
        ({"kind": "expression", "expression": "12 * 34"}, "12 × 34 = 408"),  # noqa: RUF001
    ],
)
async def test_it_tells_the_result(arguments: dict[str, Any], sentence: str) -> None:
    result = await tool.run(Calculation(**arguments), context(search=_Search()))
    assert result.passages[0]["content"] == sentence


async def test_it_tells_the_result_in_the_guests_language_too() -> None:
    spanish = context(language="es")
    values = {"kind": "split", "amount": 240, "people": 6}
    call = Calculation.model_validate(values)
    [passage] = (await tool.run(call, spanish)).passages
    [line] = passage["metadata"]["sentences"]
    assert line["text"] == "$240 among 6 people is $40 each."
    assert line["in_language"] == "$240 entre 6 personas son $40 por persona."


async def test_a_count_of_nights_is_quoted_in_the_guests_language() -> None:
    days = {"arrival": "2026-12-24", "departure": "2026-12-27"}
    call = Calculation.model_validate({"kind": "nights", **days})
    for language, words in (("fr", "3 nuits"), ("es", "3 noches"), ("en", "3 nights")):
        result = await tool.run(call, context(language=language))
        [line] = result.passages[0]["metadata"]["sentences"]
        assert words in line["value"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"kind": "split", "amount": 100, "people": 1},
        {"kind": "split", "amount": -5, "people": 2},
        {"kind": "split"},
        {"kind": "discount", "amount": 80, "percent": 120},
        {"kind": "split", "amount": float("inf"), "people": 2},
        {"kind": "percent", "amount": float("nan"), "percent": 5},
        {"kind": "nights", "arrival": "2026-12-30", "departure": "2026-12-30"},
        {"kind": "nights", "arrival": "soon", "departure": "2026-12-30"},
        {"kind": "stay", "amount": 100, "nights": 0},
        {"kind": "tier_points", "points": 5, "tier": "Platinum"},
        {"kind": "expression", "expression": "__import__('os')"},
    ],
)
async def test_it_refuses_what_makes_no_sense(arguments: dict[str, Any]) -> None:
    call = Call(tool.NAME, arguments)
    answered = await calls.run(call, context(search=_Search()), asked_by="model")
    assert answered.result.outcome == "refused"
    assert answered.result.note
    assert not answered.result.passages


def test_a_share_is_exact() -> None:
    assert functions.split(Decimal("0.30"), 3).each == Decimal("0.10")
    with pytest.raises(NotArithmetic):
        functions.stay(functions.MOST_NIGHTS + 1, Decimal(1))


class _Search(PreparedSearch):
    def tiers(self) -> list[Tier]:
        return [Tier("Leap", 10_000, "Tier Credits", "Momentum")]
