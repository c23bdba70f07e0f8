"""When Alice's message is looked up although it seems to want a fixed reply."""

from __future__ import annotations

from benchmarks.training import records_chance
from benchmarks.training.records_chance import Calibration, Message


def message(
    *, is_for_records: bool, confidence: float, exact: float, chance: float = 0.1
) -> Message:
    return Message(
        "where do I complain",
        "alice",
        is_for_records,
        "complaint",
        confidence,
        searched_chance=chance,
        exact=exact,
    )


QUESTIONS = [message(is_for_records=True, confidence=0.7, exact=0.9)] * 20
COMPLAINTS = [message(is_for_records=False, confidence=0.8, exact=0.1)] * 20
# The records hold something near, and all the same something is broken.
SURE_COMPLAINTS = [message(is_for_records=False, confidence=0.95, exact=0.9)] * 5


def test_it_looks_up_what_the_records_answer() -> None:
    messages = QUESTIONS + COMPLAINTS
    calibration = records_chance.fit(messages)
    assert not records_chance.turned_away(messages, calibration)
    assert not records_chance.looked_up(messages, calibration)


def test_it_is_certain_from_where_the_search_only_misleads() -> None:
    messages = QUESTIONS + COMPLAINTS + SURE_COMPLAINTS
    calibration = records_chance.fit(messages)
    assert 0.7 < calibration.certain <= 0.95
    assert not records_chance.looked_up(messages, calibration)
    doubting = Calibration(calibration.weights, certain=1.0)
    assert len(records_chance.looked_up(messages, doubting)) == len(SURE_COMPLAINTS)


def test_a_question_turned_away_costs_most() -> None:
    calibration = records_chance.fit(QUESTIONS + COMPLAINTS)
    certain = Calibration(calibration.weights, certain=0.6)
    away = records_chance.cost(QUESTIONS + COMPLAINTS, certain)
    looked_up = records_chance.cost(
        SURE_COMPLAINTS, Calibration(calibration.weights, certain=1.0)
    )
    assert away == records_chance.COST_OF_TURNING_AWAY / 2
    assert looked_up == records_chance.COST_OF_LOOKING_UP / 2
    assert away > looked_up
