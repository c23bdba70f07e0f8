"""The words of statements: which of them hold a word, and how much it says."""

from __future__ import annotations

import numpy as np

from apps.knowledge.statements.index import DIMENSIONS, Statement, StatementIndex

TEXTS = {
    "cuisine": "Ballo serves Italian food.",
    "dress_code": "Dress code at Ballo: Smart casual.",
    "place": "Where to find Ballo: Casino of the Sky.",
}


def index() -> StatementIndex:
    statements = [
        Statement(1, place, 7, "Ballo", "restaurant", field, text, ("Casa Ballo",))
        for place, (field, text) in enumerate(TEXTS.items())
    ]
    zeros = np.zeros((len(statements), DIMENSIONS), np.float32)
    return StatementIndex(statements, zeros, zeros)


def test_a_rare_word_weighs_more_than_one_of_every_statement() -> None:
    assert index().weight("italian") > index().weight("ballo")
    assert index().weight("nowhere") > index().weight("italian")


def test_it_finds_the_statements_that_hold_a_word_or_its_synonym() -> None:
    own = index()
    assert list(own.meeting["italian"]) == [0]
    assert "nowhere" not in own.meeting


def test_every_statement_of_a_row_has_the_words_of_its_names() -> None:
    own = index()
    for word in ("ballo", "casa"):
        assert list(own.meeting_in_row[word]) == [0, 1, 2]


def test_the_two_texts_to_embed_name_the_row() -> None:
    statement = index().statements[1]
    assert statement.sentence_view == "Ballo. Dress code at Ballo: Smart casual."
    assert statement.field_view == "Ballo dress code"


def test_it_counts_rows_not_statements() -> None:
    assert (index().row_count, list(index().row_of)) == (1, [0, 0, 0])
    assert StatementIndex().row_count == 0
