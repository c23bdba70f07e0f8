"""The rows among which a question of a conversation chooses."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from apps.knowledge import property_snapshot
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import reading as readings
from apps.properties.models import Property


@pytest.fixture
def snapshot(demo: Property) -> PropertySnapshot:
    return property_snapshot.of(demo.pk)


def about(
    snapshot: PropertySnapshot, names: Sequence[str], before: Sequence[str] = ()
) -> Subject:
    """Of a conversation whose last answer told of these rows."""
    ids = {row.name: row.pk for row in snapshot.rows.values()}
    earlier = subjects.after([ids[name] for name in before], "", "", ())
    return subjects.after([ids[name] for name in names], "about", "", (), earlier)


def chosen(text: str, snapshot: PropertySnapshot, subject: Subject) -> set[str]:
    reading = readings.read(text, "en", snapshot, subject)
    return {snapshot.rows[row].name for row in reading.chosen_among}


def test_what_is_asked_of_a_place_is_answered_by_what_is_there(
    snapshot: PropertySnapshot,
) -> None:
    tower = about(snapshot, ["Earth Tower"])
    assert chosen("does it have a spa?", snapshot, tower) == {
        "Elemis Spa at Earth Tower"
    }
    sky = about(snapshot, ["Casino of the Sky"])
    venues = chosen("any venues in there?", snapshot, sky)
    assert venues == {"The Cabaret Theatre", "novelle"}
    assert chosen("any theatre in there?", snapshot, sky) == {"The Cabaret Theatre"}
    assert not chosen("how many rooms does it have?", snapshot, tower)


def test_one_of_a_list_is_chosen_from_the_list(snapshot: PropertySnapshot) -> None:
    rooms = ["Deluxe Room", "Junior Suite", "Executive Suite"]
    subject = about(snapshot, rooms)
    for text in ("which one has a tub?", "which has a wet bar", "the one for families"):
        assert chosen(text, snapshot, subject) == set(rooms), text
    assert not chosen("which restaurants are open?", snapshot, subject)
    assert not chosen("of those, how big is the Junior Suite?", snapshot, subject)


def test_a_row_that_is_named_by_the_way_does_not_leave_the_list(
    snapshot: PropertySnapshot,
) -> None:
    subject = about(snapshot, ["Mandara Spa", "Elemis Spa at Earth Tower"])
    reading = readings.read(
        "which is closer to the indoor pool?", "en", snapshot, subject
    )
    assert not reading.named
    assert set(reading.chosen_among) == set(subject.rows)


def test_another_one_is_like_the_one_that_was_told(snapshot: PropertySnapshot) -> None:
    spa = about(snapshot, ["Mandara Spa"])
    assert chosen("is there another spa?", snapshot, spa) == {
        "Elemis Spa at Earth Tower"
    }
    italian = about(snapshot, ["Ballo Italian Restaurant"])
    assert chosen("another one?", snapshot, italian) == {
        "Todd English's Tuscany",
        "Mohegan Sun Caputo Trattoria",
    }


def test_the_other_one_was_listed_before(snapshot: PropertySnapshot) -> None:
    subject = about(snapshot, ["Sky Tower"], before=["Sky Tower", "Earth Tower"])
    assert chosen("and the other one?", snapshot, subject) == {"Earth Tower"}
