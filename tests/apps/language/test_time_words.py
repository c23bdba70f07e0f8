"""Which words of a question name a time, and what another time leaves of it."""

from __future__ import annotations

from datetime import date, time

import pytest

from apps.language.calendar import days, time_words


@pytest.mark.parametrize(
    ("text", "before", "merged"),
    [
        ("and at 9 tonight?", "whats open right now", "tonight at 9:00 pm"),
        ("and tomorrow?", "restaurants open tonight at 10", "tomorrow at 10:00 pm"),
        ("tomorrow at 3", "", "tomorrow at 3:00 pm"),
        ("what if we get there at 12", "is it open?", "at 12:00 pm"),
        ("and at 9?", "where can i get breakfast", "breakfast at 9:00 am"),
        ("and at 11?", "brunch on sunday", "sunday brunch at 11:00 am"),
        ("and at 9?", "where can we have dinner", "dinner at 9:00 pm"),
        ("and at 1?", "what is open tonight?", "at 1:00 am"),
        ("and at 1?", "which restaurants are open at 11 pm?", "at 1:00 am"),
        ("and at 2?", "which bars are open late?", "at 2:00 am"),
        ("and at 1?", "is it open past 11?", "at 1:00 am"),
        ("and at 3?", "is it open at 6 pm?", "at 3:00 pm"),
        ("and tomorrow night?", "any shows tonight at 8", "tomorrow night"),
        ("on monday at 6", "open tonight?", "monday at 6:00 pm"),
        ("monday at 9", "open at 8 am?", "monday at 9:00 am"),
        ("at noon?", "open tonight?", "at 12:00 pm"),
        ("at 11", "open on sunday at 9 pm", "sunday at 11:00 pm"),
        ("actually make it saturday", "open friday at 8pm", "saturday at 8:00 pm"),
        ("sunday at 20 hours", "", "sunday at 8:00 pm"),
        ("rather sunday at 20h", "open saturday at 19h", "sunday at 8:00 pm"),
        ("and christmas day?", "what is open tonight", "christmas"),
        ("and this weekend?", "any shows tonight?", "this weekend"),
        ("saturday the 12th", "open at 7 pm", "saturday the 12th at 7:00 pm"),
    ],
)
def test_it_completes_a_time_by_the_one_before(
    text: str, before: str, merged: str
) -> None:
    assert time_words.are_all(text)
    assert time_words.merged(text, before) == merged


@pytest.mark.parametrize(
    ("text", "before", "merged"),
    [
        ("sunday at 10", "", "sunday at 10:00 am"),
        ("and at 3?", "tell me about it", "at 3:00 pm"),
        ("at 9", "is it open at 7 pm", "at 9:00 pm"),
        ("tonight at 9", "", "tonight at 9:00 pm"),
        ("at 6", "", "at 6:00 pm"),
    ],
)
def test_the_half_of_the_day_is_the_one_that_is_open(
    text: str, before: str, merged: str
) -> None:
    def is_open(clock: time) -> bool:
        return time(9) <= clock < time(20)

    assert time_words.merged(text, before, is_open) == merged


@pytest.mark.parametrize(
    "text",
    [
        "and for 4",
        "how much are tickets",
        "Tuscany tomorrow",
        "and for dinner?",
        "",
        "12",
    ],
)
def test_it_names_more_than_a_time_or_none(text: str) -> None:
    assert not time_words.are_all(text)


@pytest.mark.parametrize(
    ("text", "remaining"),
    [
        ("whats open to eat right now", "whats open to eat"),
        ("any shows tonight?", "any shows"),
        ("what is open on Christmas Day at 9", "what is open"),
        ("3 italian places for 4 on friday at 7pm", "3 italian places for 4"),
    ],
)
def test_it_takes_the_time_out_of_a_question(text: str, remaining: str) -> None:
    assert time_words.without(text) == remaining


@pytest.mark.parametrize(
    ("question", "text", "moved"),
    [
        (
            "Where can we have dinner tonight?",
            "and tomorrow?",
            "Where can we have dinner tomorrow",
        ),
        (
            "Which breakfast places are open now?",
            "and tomorrow?",
            "Which breakfast places are open tomorrow",
        ),
        ("where can we have dinner", "at 9?", "where can we have dinner at 9:00 pm"),
        (
            "where can we have dinner tonight",
            "and tomorrow for lunch?",
            "where can we have tomorrow lunch",
        ),
        ("any shows tonight?", "and tomorrow night?", "any shows tomorrow night"),
    ],
)
def test_a_question_of_another_time_keeps_its_meal(
    question: str, text: str, moved: str
) -> None:
    assert time_words.are_all(text)
    assert time_words.moved(question, text) == moved


def test_weeks_and_months_are_spans_and_a_day_of_its_own_is_none() -> None:
    saturday = date(2026, 11, 28)
    spans = {
        "any concerts this month": (saturday, date(2026, 12, 1)),
        "shows in December?": (date(2026, 12, 1), date(2027, 1, 1)),
        "what is on in march": (date(2027, 3, 1), date(2027, 4, 1)),
        "shows next week": (date(2026, 11, 30), date(2026, 12, 7)),
        "what plays next month": (date(2026, 12, 1), date(2027, 1, 1)),
        "what is coming up": (saturday, date(2026, 12, 28)),
    }
    assert {text: days.span(text, saturday) for text in spans} == spans
    for of_one_day in (
        "any shows this week on monday",
        "any shows tonight",
        "any shows for December 24?",
        "any shows this month on December 24",
        "any shows next week on Thanksgiving?",
    ):
        assert days.span(of_one_day, saturday) is None
