"""What is remembered of Alice: one live value a key, and no more once she says so."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from apps.guests import consents, erasure, export, fact_sources, profile
from apps.guests.extraction.findings import FoundFact, Reading
from apps.guests.models import Consent, ContactPoint, Guest, GuestFact
from apps.properties.models import Property

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)


@pytest.fixture
def alice_row(mohegan: Property) -> Guest:
    return Guest.objects.create(property=mohegan)


def fact(key: str, value: Any, quote: str = "so I said") -> FoundFact:
    return FoundFact(key, value, quote, 0.9)


def note(guest: Guest, *facts: FoundFact, at: datetime = NOON) -> UUID:
    turn_id = uuid4()
    profile.note(guest, Reading(facts), turn_id, "en", at)
    return turn_id


def take_back(guest: Guest, finding: FoundFact) -> None:
    profile.note(guest, Reading(taken_back=(finding,)), uuid4(), "en", NOON)


def values(guest: Guest, at: datetime = NOON) -> dict[str, Any]:
    return dict(profile.profile_of(guest, at).values)


def test_a_newer_value_supersedes_and_the_older_one_stays(alice_row: Guest) -> None:
    note(alice_row, fact("party_size", 4, "we are four"))
    later = NOON + timedelta(minutes=1)
    note(alice_row, fact("party_size", 5, "five, sorry"), at=later)
    assert values(alice_row) == {"party_size": 5}
    superseded = GuestFact.objects.exclude(superseded_at=None).get()
    assert (superseded.value, superseded.superseded_at) == (4, later)


def test_the_same_value_confirms(alice_row: Guest) -> None:
    note(alice_row, fact("party_size", 4, "we are four"))
    later = NOON + timedelta(days=80)
    note(alice_row, fact("party_size", 4, "for four"), at=later)
    stored = GuestFact.objects.get()
    assert (stored.quote, stored.collected_at) == ("for four", later)


def test_lists_grow_and_shrink(alice_row: Guest) -> None:
    note(alice_row, fact("dietary_needs", ["vegetarian"]))
    note(alice_row, fact("dietary_needs", ["nut_allergy"]))
    assert values(alice_row) == {"dietary_needs": ["vegetarian", "nut_allergy"]}
    take_back(alice_row, fact("dietary_needs", ["vegetarian"]))
    assert values(alice_row) == {"dietary_needs": ["nut_allergy"]}
    take_back(alice_row, fact("dietary_needs", ["nut_allergy"]))
    assert values(alice_row) == {}
    assert GuestFact.objects.count() == 3


def test_taking_back_what_was_never_told_changes_nothing(alice_row: Guest) -> None:
    take_back(alice_row, fact("dietary_needs", ["vegan"]))
    note(alice_row, fact("dietary_needs", ["vegetarian"]))
    take_back(alice_row, fact("dietary_needs", ["vegan"]))
    assert values(alice_row) == {"dietary_needs": ["vegetarian"]}
    assert GuestFact.objects.count() == 1


def test_a_message_may_correct_one_value_by_another(alice_row: Guest) -> None:
    note(alice_row, fact("dietary_needs", ["vegetarian"]))
    reading = Reading(
        facts=(fact("dietary_needs", ["vegan"]),),
        taken_back=(fact("dietary_needs", ["vegetarian"]),),
    )
    profile.note(alice_row, reading, uuid4(), "en", NOON)
    assert values(alice_row) == {"dietary_needs": ["vegan"]}


def correct(guest: Guest, key: str, value: Any) -> None:
    finding = FoundFact(key, value, "actually", 0.9, corrects=True)
    profile.note(guest, Reading((finding,)), uuid4(), "en", NOON)


def test_a_correction_replaces_alternatives_and_nothing_else(alice_row: Guest) -> None:
    note(alice_row, fact("occasion", ["anniversary"]))
    note(alice_row, fact("dietary_needs", ["nut_allergy", "vegetarian"]))
    correct(alice_row, "occasion", ["birthday"])
    correct(alice_row, "dietary_needs", ["vegan"])
    assert values(alice_row) == {
        "occasion": ["birthday"],
        "dietary_needs": ["nut_allergy", "vegan"],
    }


def test_ages_are_taken_back_one_by_one(alice_row: Guest) -> None:
    note(alice_row, fact("children_ages", [5, 7]))
    take_back(alice_row, fact("children_ages", [5]))
    assert values(alice_row) == {"children_ages": [7]}
    take_back(alice_row, fact("children_ages", [5, 7]))
    assert values(alice_row) == {}


@pytest.mark.parametrize(
    ("quote", "until"),
    [
        ("the 30th", "2026-12-30"),
        ("el 30", "2026-12-30"),
        ("nov 30", None),
        ("Monday", None),
    ],
)
def test_a_day_without_a_month_is_of_the_visit(
    alice_row: Guest, quote: str, until: str | None
) -> None:
    planned = {"from": "2026-12-27", "until": "2027-01-01"}
    note(alice_row, fact("visit_dates", planned))
    note(alice_row, fact("visit_dates", {"from": None, "until": "2026-11-30"}, quote))
    stored = GuestFact.objects.get(superseded_at=None).value
    visit = {"from": "2026-12-27", "until": until}
    assert stored == (visit if until else {"from": None, "until": "2026-11-30"})


def test_facts_weigh_less_with_time_until_they_do_not_count(alice_row: Guest) -> None:
    note(alice_row, fact("dietary_needs", ["vegan"]))
    [now] = profile.profile_of(alice_row, NOON).facts
    [later] = profile.profile_of(alice_row, NOON + timedelta(days=90)).facts
    assert now.weight == 1
    assert later.weight == pytest.approx(0.90)
    assert values(alice_row, NOON + timedelta(days=590))
    assert not values(alice_row, NOON + timedelta(days=600))


def test_what_was_told_of_a_visit_ends_with_it(alice_row: Guest) -> None:
    dates = {"from": "2026-11-20", "until": "2026-11-22"}
    facts = fact("visit_dates", dates), fact("party_size", 4), fact("name", "Alice")
    note(alice_row, *facts)
    # Half past eleven of the last evening in Connecticut is the next day in UTC.
    last_evening = datetime(2026, 11, 23, 4, 30, tzinfo=UTC)
    assert set(values(alice_row, last_evening)) == {"visit_dates", "party_size", "name"}
    morning_after = last_evening + timedelta(hours=6)
    assert values(alice_row, morning_after) == {"name": "Alice"}
    note(alice_row, fact("party_size", 2), at=morning_after)
    assert values(alice_row, morning_after) == {"party_size": 2, "name": "Alice"}


def test_completeness_counts_topics(alice_row: Guest) -> None:
    assert profile.profile_of(alice_row, NOON).completeness == 0
    interests = ["golf", "poker"]
    note(alice_row, fact("interests", interests), fact("nights", 2), fact("rooms", 1))
    alice_profile = profile.profile_of(alice_row, NOON)
    assert alice_profile.topics == {"entertainment", "gaming", "visit_date"}
    assert alice_profile.completeness == pytest.approx(3 / 9)


def test_a_forgotten_fact_is_gone_with_its_history(alice_row: Guest) -> None:
    note(alice_row, fact("party_size", 4))
    note(alice_row, fact("party_size", 5), fact("name", "Alice"))
    profile.forget(alice_row, "party_size")
    assert [stored.key for stored in GuestFact.objects.all()] == ["name"]
    profile.forget_everything(alice_row)
    assert not GuestFact.objects.exists()
    assert Guest.objects.exists()


def test_an_export_holds_all_that_is_stored(alice_row: Guest) -> None:
    note(alice_row, fact("party_size", 4, "we are four"))
    later = NOON + timedelta(minutes=1)
    note(alice_row, fact("party_size", 5, "five of us"), at=later)
    number = "+18605550123"
    ContactPoint.objects.create(
        guest=alice_row, property=alice_row.property, kind="sms", value=number
    )
    consents.record(
        alice_row.property,
        number,
        Consent.Scope.SMS,
        is_given=True,
        channel="sms",
        source="word START",
        text_shown="Reply START to hear from us.",
        said_at=NOON,
    )
    alice_row.conversations.create(property=alice_row.property)
    exported = json.loads(json.dumps(export.export(alice_row)))
    assert [row["quote"] for row in exported["facts"]] == ["five of us", "we are four"]
    assert exported["facts"][1]["superseded_at"]
    assert exported["contact_points"][0]["value"] == number
    assert exported["consents"][0]["text_shown"] == "Reply START to hear from us."
    assert exported["conversations"][0]["channel"] == "web"


def test_an_erased_thread_takes_what_was_told_in_it(alice_row: Guest) -> None:
    Guest.objects.update(is_remembered=True)
    alice_row.refresh_from_db()
    first = note(alice_row, fact("party_size", 4), fact("dietary_needs", ["vegan"]))
    second = note(alice_row, fact("party_size", 5), fact("dietary_needs", ["halal"]))
    third = note(alice_row, fact("dietary_needs", ["no_soy"]))
    erasure.forget_thread(alice_row, [second], is_last=False)
    assert values(alice_row) == {"party_size": 4, "dietary_needs": ["vegan", "no_soy"]}
    erasure.forget_thread(alice_row, [first], is_last=False)
    assert values(alice_row) == {"dietary_needs": ["no_soy"]}
    erasure.forget_thread(alice_row, [third], is_last=False)
    assert not GuestFact.objects.exists()
    assert Guest.objects.exists()


def test_a_fact_that_was_taken_back_does_not_come_back(alice_row: Guest) -> None:
    Guest.objects.update(is_remembered=True)
    alice_row.refresh_from_db()
    note(alice_row, fact("party_size", 4))
    second = note(alice_row, fact("party_size", 5))
    take_back(alice_row, fact("party_size", 5))
    erasure.forget_thread(alice_row, [second], is_last=False)
    assert values(alice_row) == {}


def test_it_keeps_no_guest_whom_nothing_holds(alice_row: Guest) -> None:
    Guest.objects.create(property=alice_row.property, is_remembered=True)
    reachable = Guest.objects.create(property=alice_row.property)
    reachable.contact_points.create(
        property=alice_row.property, kind="sms", value="+18605550123"
    )
    talking = Guest.objects.create(property=alice_row.property)
    talking.conversations.create(property=alice_row.property)
    assert erasure.delete_strangers() == 1
    assert not Guest.objects.filter(pk=alice_row.pk).exists()


def test_each_choice_keeps_the_words_that_it_was_told_in(alice_row: Guest) -> None:
    first = note(alice_row, fact("dietary_needs", ["vegan"], "I'm vegan"))
    note(alice_row, fact("dietary_needs", ["halal"], "I eat halal"))
    live = alice_row.facts.get(superseded_at=None)
    words = fact_sources.words(live.choice_quotes)
    assert words == {"vegan": "I'm vegan", "halal": "I eat halal"}
    alice_row.is_remembered = True
    erasure.forget_thread(alice_row, [first], is_last=False)
    assert "vegan" not in str(list(alice_row.facts.values("value", "choice_quotes")))


def test_what_is_left_of_a_list_keeps_its_words(alice_row: Guest) -> None:
    note(alice_row, fact("dietary_needs", ["vegan"], "I'm vegan"))
    note(alice_row, fact("dietary_needs", ["halal"], "I eat halal"))
    take_back(alice_row, fact("dietary_needs", ["vegan"], "I'm not vegan any more"))
    live = alice_row.facts.get(superseded_at=None)
    assert fact_sources.words(live.choice_quotes) == {"halal": "I eat halal"}
    note(alice_row, fact("children_ages", [5, 7], "my kids are 5 and 7"))
    take_back(alice_row, fact("children_ages", [5], "my kids aren't 5 any more"))
    ages = alice_row.facts.get(superseded_at=None, key="children_ages")
    assert (ages.value, ages.quote) == ([7], "my kids are 5 and 7")
