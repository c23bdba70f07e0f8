"""What says whether the best statement of a ranking answers."""

from __future__ import annotations

import numpy as np
import pytest

from apps.knowledge.question.subject import NO_SUBJECT
from apps.knowledge.statements.index import DIMENSIONS, Statement, StatementIndex
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.scoring import features, signals

MASSAGE = Statement(1, 0, 1, "Spa", "amenity", "summary", "Massages by the sea.")


def signals_of(
    text: str, statement: Statement = MASSAGE, unmet: tuple[str, ...] = ()
) -> dict[str, float]:
    """Of a question that ranks this statement first."""
    zeros = np.zeros((1, DIMENSIONS), np.float32)
    index = StatementIndex([statement], zeros, zeros)
    reading = Reading(text, text, "en", text, unmet, (), False, False, NO_SUBJECT)
    matrix = np.zeros((1, len(features.FEATURES)), np.float32)
    scores = np.zeros(1, np.float32)
    values = signals.of(index, reading, matrix, scores, unmet)
    return dict(zip(signals.SIGNALS, values.tolist(), strict=True))


@pytest.mark.parametrize(
    "text", ["Is there a sauna?", "do you rent robes", "any saunas?"]
)
def test_it_notes_a_question_whether_something_exists(text: str) -> None:
    assert signals_of(text)["asks_whether_it_exists"]


def test_it_notes_that_a_question_is_not_whether_something_exists() -> None:
    assert not signals_of("When does the sauna open?")["asks_whether_it_exists"]


def test_a_price_is_missing_where_only_a_price_is_asked_for() -> None:
    priced = Statement(1, 0, 1, "Spa", "amenity", "fee", "A massage costs $90.")
    assert signals_of("How much is a massage?")["money_missing"]
    assert not signals_of("How much is a massage?", priced)["money_missing"]
    assert not signals_of("Where is the spa?")["money_missing"]


def test_it_counts_at_most_three_unmet_words() -> None:
    words = ("sauna", "robe", "towel", "candle")
    assert signals_of("", unmet=words[:2])["unmet_count"] == 2
    assert signals_of("", unmet=words)["unmet_count"] == signals.MAX_UNMET
    assert signals_of("", unmet=words)["rarest_unmet"] > 0
    assert signals_of("")["rarest_unmet"] == 0
