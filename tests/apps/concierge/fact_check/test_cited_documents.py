"""What a document proves: something of the row that its title names, and no other."""

from __future__ import annotations

import pytest

from apps.concierge.fact_check.evidence import Evidence
from apps.concierge.fact_check.stream_check import StreamCheck, UnsupportedClaim
from tests.apps.concierge.fact_check.test_stream_check import (
    FOUND,
    NOW,
    named,
    passage,
)


def document(title: str, *sentences: str) -> dict[str, object]:
    own = passage(1, *[(f"sentence_{n}", text) for n, text in enumerate(sentences)])
    of_section = {"item_id": -7, "subject_id": -7, "category": "document"}
    own["metadata"] |= {**of_section, "item_name": title, "title": title}  # type: ignore[operator]
    return own


MENU = document(
    "Ballo wine menu", "Corkage is $25 a bottle.", "Wolf Den Hall: 40 seats, $300"
)


def shown_of_menu(text: str) -> str:
    check = StreamCheck(Evidence([MENU, FOUND[1]], ["Mohegan Sun"], NOW, named))
    return check.feed(text) + check.flush()


@pytest.mark.parametrize(
    "text",
    [
        "Ballo wine menu: Corkage is $25 a bottle. [1]",
        "At Ballo corkage is $25. [1]",
        "Wolf Den Hall: 40 seats, $300. [1]",
    ],
)
def test_a_document_may_be_cited_for_the_row_that_its_title_names(text: str) -> None:
    assert shown_of_menu(text) == text


@pytest.mark.parametrize(
    "lie",
    [
        "Ballo wine menu: Corkage is $30 a bottle. [1]",
        "Todd English's Tuscany: Corkage is $25 a bottle. [1]",
        "At Todd English's Tuscany corkage is $25. [1]",
        "Ballo opens at 7:00 AM. [1]",
        "Ballo opens at 7:00 AM. [2]",
    ],
)
def test_a_document_proves_nothing_of_another_row(lie: str) -> None:
    with pytest.raises(UnsupportedClaim):
        shown_of_menu(lie)
