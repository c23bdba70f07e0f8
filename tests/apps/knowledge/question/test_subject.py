"""What a conversation is about, from one turn to the next."""

from __future__ import annotations

import json

import pytest

from apps.catalog.models import FaqEntry
from apps.knowledge import property_snapshot
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.subject import MAX_ROWS, NO_SUBJECT, Subject
from apps.properties.models import Property
from tests import factories

TALK_OF_BALLO = subjects.after([7, 7], "price", "How much is Ballo?", ["Ballo is $$$."])


@pytest.mark.parametrize(
    "subject", [NO_SUBJECT, TALK_OF_BALLO, Subject((3, 4), is_list=True, topic="hours")]
)
def test_it_comes_back_from_the_state_of_the_graph_as_it_was(subject: Subject) -> None:
    stored = json.loads(json.dumps(subject.stored()))
    assert subjects.read(stored) == subject


@pytest.mark.parametrize("stored", [None, {}])
def test_a_thread_without_a_state_is_about_nothing(
    stored: dict[str, object] | None,
) -> None:
    assert subjects.read(stored) == NO_SUBJECT


def test_it_is_about_a_row_that_was_cited_twice_once() -> None:
    expected = Subject(
        rows=(7,),
        is_list=False,
        topic="price",
        question="How much is Ballo?",
        statements=("Ballo is $$$.",),
    )
    assert expected == TALK_OF_BALLO


def test_several_rows_are_a_list_in_the_order_of_the_answer() -> None:
    subject = subjects.after([5, 3, 5], "food", "Where can we eat?", [])
    assert (subject.rows, subject.is_list) == ((5, 3), True)


def test_it_remembers_the_nearest_rows_of_a_long_list() -> None:
    subject = subjects.after(range(MAX_ROWS + 12), "food", "Where can we eat?", [])
    assert subject.rows == tuple(range(MAX_ROWS))


def test_it_remembers_the_rows_of_the_answers_before() -> None:
    spa = subjects.after([9], "hours", "And the spa?", [], TALK_OF_BALLO)
    pool = subjects.after([4], "hours", "And the pool?", [], spa)
    assert (pool.rows, pool.earlier) == ((4,), (9, 7))


@pytest.fixture
def pool_answer(mohegan: Property) -> FaqEntry:
    """A written answer about a row, and a restaurant that was talked about before."""
    pool = factories.AmenityFactory.create(property=mohegan, name="Indoor Pool")
    return factories.FaqEntryFactory.create(
        property=mohegan, name="May I use the pool?", slug="pool", about=pool
    )


def test_a_written_answer_and_its_row_are_one_thing(pool_answer: FaqEntry) -> None:
    snapshot = property_snapshot.of(pool_answer.property_id)
    pool = pool_answer.about
    assert pool
    both = {pool.pk, pool_answer.pk}
    for row in both:
        talked_about = subjects.current_rows(Subject((row,)), "how much?", snapshot)
        assert talked_about[0] == pool.pk
        assert set(talked_about) == both
    assert subjects.title(snapshot, (pool.pk,)) == "Indoor Pool"


def test_the_restaurant_is_the_one_that_was_talked_about(
    pool_answer: FaqEntry,
) -> None:
    ballo = factories.RestaurantFactory.create(property=pool_answer.property)
    snapshot = property_snapshot.of(pool_answer.property_id)
    subject = Subject((pool_answer.pk,), earlier=(ballo.pk,))
    assert (
        subjects.current_rows(subject, "and the restaurant?", snapshot)[0] == ballo.pk
    )
    assert subjects.current_rows(subject, "and tomorrow?", snapshot)[0] != ballo.pk
