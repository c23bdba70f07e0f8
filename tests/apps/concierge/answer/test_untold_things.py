"""What staff count as answered in part, though the answer does not say so."""

from __future__ import annotations

from typing import Any

import pytest

from apps.concierge.answer import untold_things

HOURS = "Bar Americain is open every day, 11:30 AM to 10:00 PM. [1]"


def reading(text: str, *lacking: str, **more: Any) -> dict[str, Any]:
    words = [*lacking]
    return {
        "text": text,
        "lacking": words,
        "nowhere": words,
        "unmet_share": 0.5,
        **more,
    }


@pytest.mark.parametrize(
    ("question", "answer_text", "untold"),
    [
        (reading("when is happy hour", "happy"), HOURS, {"happy"}),
        (reading("when is happy hour", "happy"), "Happy hour is from 4 to 6.", set()),
        (reading("what is the wifi password", "password"), HOURS, {"password"}),
        (reading("is it open tonight", "tonight"), HOURS, set()),
        (reading("a spa, please", "pleas", unmet_share=0.1), HOURS, set()),
        (reading("is there a bathtub", "bathtub", nowhere=[]), HOURS, {"bathtub"}),
        (reading("where is the bathtub", "bathtub", nowhere=[]), HOURS, set()),
        ({"parts": [], "unmet_share": 0.9}, HOURS, set()),
    ],
)
def test_it_names_what_is_asked_for_and_left_out(
    question: dict[str, Any], answer_text: str, untold: set[str]
) -> None:
    assert untold_things.of(question, answer_text, "en") == untold


def test_it_judges_no_word_that_was_not_translated() -> None:
    question = reading("\u00bfdan clases de golf?", "dan")
    assert untold_things.of(question, HOURS, "es") == set()
    assert untold_things.of(
        question | {"lacking": ["spa"], "nowhere": ["spa"]}, HOURS, "es"
    )
