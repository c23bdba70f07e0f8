"""Facts about guests: only what the closed list allows is a value."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from apps.guests import fact_changes, fact_kinds

TODAY = date(2026, 5, 12)
NOW = datetime(2026, 5, 12, 10, tzinfo=UTC)
TOPICS = {
    *("name", "visit_date", "party_size", "dining", "entertainment", "gaming"),
    *("occasions", "companions", "offer_ready"),
}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", "Mary-Ann O'Neil"),
        ("visit_dates", {"from": "2026-05-15", "until": "2026-05-17"}),
        ("visit_dates", {"from": None, "until": "2026-05-12"}),
        ("nights", 3),
        ("arrival_time", "21:30"),
        ("party_size", 12),
        ("children", 0),
        ("children_ages", [4, 7]),
        ("dietary_needs", ["vegan", "nut_allergy"]),
        ("tier", "gold"),
        ("budget", {"amount": 250, "currency": "USD", "per": "night"}),
    ],
)
def test_it_takes_a_value_of_its_kind(key: str, value: Any) -> None:
    assert fact_kinds.checked(key, value, TODAY) == value


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("illness", "diabetes"),
        ("name", "4111 1111 1111 1111"),
        ("name", "a" * 41),
        ("name", "who was it that asked"),
        ("name", "Visa"),
        ("visit_dates", {"from": "2026-05-15", "until": "2026-05-14"}),
        ("visit_dates", {"from": "2026-05-11"}),
        ("visit_dates", {"from": "2126-05-11"}),
        ("visit_dates", {"from": "Friday"}),
        ("visit_dates", {"from": None, "until": None}),
        ("visit_dates", "2026-05-15"),
        ("nights", 0),
        ("nights", True),
        ("nights", "3"),
        ("arrival_time", "25:00"),
        ("party_size", 5000),
        ("children_ages", [4, 18]),
        ("children_ages", []),
        ("dietary_needs", ["diabetic"]),
        ("dietary_needs", "vegan"),
        ("tier", "Gold"),
        ("budget", {"amount": 250, "currency": "XXX", "per": "night"}),
        ("budget", {"amount": 2.5, "currency": "USD", "per": "night"}),
        ("budget", {"amount": 250}),
    ],
)
def test_it_refuses_everything_else(key: str, value: Any) -> None:
    with pytest.raises(fact_kinds.WrongValueError):
        fact_kinds.checked(key, value, TODAY)


def test_it_has_a_fact_for_each_topic_of_the_planner() -> None:
    assert {*fact_kinds.topics()} == TOPICS


@pytest.mark.parametrize("language", fact_kinds.LANGUAGES)
def test_it_names_each_kind_and_choice_in_each_language(language: str) -> None:
    for kind in fact_kinds.kinds().values():
        assert kind.label[language]
        if kind.key == "tier":
            continue
        assert all(choice.words[language] for choice in kind.choices.values())


def test_it_adds_to_a_list_and_replaces_everything_else() -> None:
    assert fact_changes.joined("dietary_needs", ["vegan"], ["halal", "vegan"]) == [
        "vegan",
        "halal",
    ]
    assert fact_changes.joined("children_ages", [4], [5, 7]) == [5, 7]
    assert fact_changes.joined("party_size", 4, 5) == 5
    assert fact_changes.joined("interests", None, ["golf"]) == ["golf"]


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ((None, "2026-05-17"), ("2026-05-15", "2026-05-17")),
        (("2026-05-16", None), ("2026-05-16", None)),
        ((None, "2026-05-14"), (None, "2026-05-14")),
    ],
)
def test_one_end_of_a_visit_joins_the_other(
    new: tuple[str | None, str | None], expected: tuple[str | None, str | None]
) -> None:
    live = {"from": "2026-05-15", "until": None}
    value = dict(zip(("from", "until"), new, strict=True))
    day_after = fact_changes.joined("visit_dates", live, value)
    assert (day_after["from"], day_after["until"]) == expected


def test_it_takes_back_what_holds_no_longer() -> None:
    needs = ["vegan", "halal"]
    assert fact_changes.without("dietary_needs", needs, ["vegan"]) == ["halal"]
    assert fact_changes.without("dietary_needs", ["vegan"], ["vegan"]) is None
    assert fact_changes.without("preferred_contact", "phone", ["phone"]) is None
    assert fact_changes.without("preferred_contact", "sms", ["phone"]) == "sms"


def test_a_fact_weighs_less_with_time() -> None:
    later = NOW + timedelta(days=90)
    assert fact_kinds.weight("tier", "gold", NOW, NOW) == 1
    assert fact_kinds.weight("tier", "gold", NOW, later) == pytest.approx(0.9)


def test_dates_end_with_their_last_day() -> None:
    dates = {"from": "2026-05-15", "until": "2026-05-17"}
    on_last_day = datetime(2026, 5, 17, 23, tzinfo=UTC)
    assert fact_kinds.weight("visit_dates", dates, NOW, on_last_day) > 0.9
    assert fact_kinds.weight("visit_dates", dates, NOW, on_last_day + timedelta(1)) == 0
