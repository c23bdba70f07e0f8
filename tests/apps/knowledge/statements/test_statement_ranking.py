"""The learnt ranking on the demo property, with questions that it was not taught."""

from __future__ import annotations

import pytest

from apps.knowledge.question import subject as subjects
from apps.knowledge.statements.ranking import (
    ANSWERABLE_FROM,
    NEAREST_BELOW,
    Ranked,
)
from apps.properties.models import Property
from benchmarks.training import questions
from tests.apps.knowledge.statements.ranks import rank, read_and_rank

HOURS = {"hours", "hours_note", "performances"}
# (question, row, fields that answer it)
ASKED = [
    (
        "What would I have to put on for Tuscany?",
        "Todd English's Tuscany",
        {"dress_code"},
    ),
    ("On which evenings can I dine at Ballo?", "Ballo Italian Restaurant", HOURS),
    (
        "Is a table at Bar Americain hard to get without booking?",
        "Bobby Flay's Bar Americain",
        {"reservations"},
    ),
    ("How many people fit into the Wolf Den?", "Wolf Den", {"capacity", "summary"}),
    ("Could my labrador sleep in our room?", "Are pets allowed?", {"answer"}),
]


def cell(ranked: Ranked) -> tuple[str, str]:
    return ranked.best.row, ranked.best.field


def test_it_finds_the_row_and_the_field_of_questions_it_was_not_taught(
    demo: Property,
) -> None:
    taught = {
        question.text.casefold()
        for conversation in questions.read()
        for question in conversation.questions
    }
    assert not taught & {text.casefold() for text, _, _ in ASKED}
    wrong = []
    for text, row, fields in ASKED:
        ranked = rank(demo, text)
        if ranked.best.row != row or ranked.best.field not in fields:
            wrong.append((text, cell(ranked)))
        assert ranked.chances.sum() == pytest.approx(1, abs=1e-3)
        assert ranked.answerable >= ANSWERABLE_FROM, text
    assert wrong == []


def test_it_goes_on_with_the_row_that_was_talked_about(demo: Property) -> None:
    reading, ranked = read_and_rank(demo, "What would I have to put on for Tuscany?")
    best = ranked.best
    subject = subjects.after([best.item_id], ranked.topic, reading.text, [best.text])
    row, field = cell(rank(demo, "and until when are they open?", subject))
    assert row == "Todd English's Tuscany"
    assert field in HOURS
    named = rank(demo, "and until when does Ballo serve?", subject)
    assert named.best.row == "Ballo Italian Restaurant"


def test_it_tells_which_words_no_record_explains(demo: Property) -> None:
    assert "helipad" in rank(demo, "Is there a helipad?").unmet
    assert rank(demo, "When does Ballo open?").unmet == ()


def test_it_ranks_passages_by_their_best_statement(demo: Property) -> None:
    ranked = rank(demo, "Could my labrador sleep in our room?")
    passages = ranked.best_passages(3)
    passage_id, chance = passages[0]
    assert passage_id == ranked.best.passage_id
    assert chance == pytest.approx(ranked.chances.max())
    assert len(dict(passages)) == len(passages) == 3
    place = (ranked.best.passage_id, ranked.best.place)
    chances = ranked.by_place([passage_id])
    assert max(chances, key=chances.__getitem__) == place


def test_the_names_of_two_rows_are_explained_by_the_rows(demo: Property) -> None:
    assert rank(demo, "Which is cheaper, Tuscany or Ballo?").unmet == ()


@pytest.mark.parametrize(
    "text",
    ["What is your cheapest room?", "Which is the largest suite?"],
)
def test_the_words_of_an_extreme_are_explained(text: str, demo: Property) -> None:
    assert rank(demo, text).unmet == ()


@pytest.mark.parametrize(
    ("held", "missing"),
    [
        ("Who designed the golf course?", "What is the green fee of the golf club?"),
        ("Do you lend climbing gear?", "What does an hour of climbing cost?"),
    ],
)
def test_it_doubts_a_row_that_does_not_hold_what_is_asked(
    held: str, missing: str, demo: Property
) -> None:
    nearest = rank(demo, missing)
    assert nearest.best.row == rank(demo, held).best.row
    assert nearest.answerable >= ANSWERABLE_FROM
    assert nearest.exact < NEAREST_BELOW < rank(demo, held).exact


def test_a_question_that_names_nothing_stays_with_the_row(demo: Property) -> None:
    wolf_den = rank(demo, "How many people fit into the Wolf Den?").best.item_id
    subject = subjects.after([wolf_den], "capacity", "Tell me about the Wolf Den", [])
    for text in ("and how much is it?", "where is it?", "can we have dinner there?"):
        assert "Wolf Den" in rank(demo, text, subject).best.row, text
    spa = rank(demo, "and is there a spa?", subject).best
    assert "Wolf Den" not in spa.row


def test_which_restaurants_asks_for_restaurants(demo: Property) -> None:
    for text in ("which restaurants have a dj?", "which restaurants have live music?"):
        assert rank(demo, text).best.kind == "restaurant", text


def test_a_question_without_any_word_of_the_records_is_unlikely(demo: Property) -> None:
    assert rank(demo, "Is there a blood bank?").answerable < ANSWERABLE_FROM
