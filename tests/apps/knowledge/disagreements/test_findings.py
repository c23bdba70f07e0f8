"""Documents that say something else than the rows of the catalog."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest

from apps.catalog.models import Amenity, ServiceHours
from apps.documents import status
from apps.documents.models import Document
from apps.knowledge import tasks
from apps.knowledge.disagreements import differences, findings
from apps.knowledge.models import Disagreement
from apps.properties.models import Property
from tests import factories
from tests.handing_in import hand_in

pytestmark = [pytest.mark.usefixtures("without_key")]


@pytest.fixture
def spa(mohegan: Property) -> Amenity:
    row = factories.AmenityFactory.create(
        property=mohegan,
        slug="mandara",
        name="Mandara Spa",
        phone="1-860-862-7000",
        fee="$40 for a day pass",
        minimum_age=18,
    )
    for day in range(7):
        ServiceHours.objects.create(
            item=row, weekday=day, opens_at=time(9), closes_at=time(20)
        )
    row.save()
    return row


def kinds_of(place: Property, text: str) -> set[str]:
    """Kinds of what differs in a document of this text."""
    hand_in(place, "rules.md", text.encode())
    return {own.kind for own in differences.of(place)}


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("The Mandara Spa is open daily from 9 AM to 10 PM.", {"hours"}),
        ("The Mandara Spa is open daily from 9 AM to 8 PM.", set()),
        ("Mandara Spa is open on Sunday, 10 AM to 8 PM.", {"hours"}),
        ("Happy hour at the Mandara Spa: 4 PM to 6 PM.", set()),
        ("A day pass of the Mandara Spa costs $55.", {"price"}),
        ("A day pass of the Mandara Spa costs $40.", set()),
        ("A Swedish massage at the Mandara Spa costs $165.", set()),
        ("Guests of the Mandara Spa must be 16 or older.", {"age"}),
        ("Guests of the Mandara Spa must be 18 or older.", set()),
        ("Call the Mandara Spa at 860-555-0100.", {"phone"}),
        ("Call the Mandara Spa at (860) 862-7000.", set()),
        ("The spa opens at 7.", set()),
        ("# Mandara Spa\n\nIt is open daily from 8 AM to 8 PM.", {"hours"}),
        ("# Mandara Spa\n\n## Age\n\nGuests must be 21 or older.", {"age"}),
    ],
)
def test_it_finds_figures_that_differ_for_the_same_place(
    mohegan: Property, spa: Amenity, text: str, kinds: set[str]
) -> None:
    assert kinds_of(mohegan, text) == kinds


def test_a_sentence_that_names_two_rows_is_of_neither(
    mohegan: Property, spa: Amenity
) -> None:
    factories.AmenityFactory.create(property=mohegan, slug="gym", name="Sky Gym")
    text = "Guests of the Mandara Spa and the Sky Gym must be 16 or older."
    assert kinds_of(mohegan, text) == set()


def test_the_number_of_the_resort_is_right_for_every_place(
    mohegan: Property, spa: Amenity
) -> None:
    text = f"For the Mandara Spa call {mohegan.phone}."
    assert kinds_of(mohegan, text) == set()


def open_kinds() -> list[str]:
    return [row.kind for row in Disagreement.objects.open()]


@pytest.fixture
def document(mohegan: Property, spa: Amenity) -> Document:
    text = b"# Spa menu\n\nGuests of the Mandara Spa must be 16 or older."
    return hand_in(mohegan, "spa.md", text)


def _correct_row(spa: Amenity, document: Document) -> None:
    spa.minimum_age = 16
    spa.save()


def _withdraw_row(spa: Amenity, document: Document) -> None:
    spa.status = spa.Status.DRAFT
    spa.save()


def _withdraw_document(spa: Amenity, document: Document) -> None:
    assert status.withdraw(document)


@pytest.mark.parametrize("change", [_correct_row, _withdraw_row, _withdraw_document])
def test_it_settles_once_they_agree_or_one_is_not_shown(
    spa: Amenity, document: Document, change: Any
) -> None:
    assert tasks.compare_documents() == 1
    (row,) = Disagreement.objects.open()
    assert (row.kind, row.item_id, row.sentence_number) == ("age", spa.pk, 1)
    assert row.of_document == "Guests of the Mandara Spa must be 16 or older."
    assert row.of_row == "Guests of Mandara Spa must be 18 or older."
    change(spa, document)
    assert tasks.compare_documents() == 1
    assert open_kinds() == []
    row.refresh_from_db()
    assert row.settled_at is not None


def test_it_compares_nothing_that_has_not_changed(document: Document) -> None:
    assert tasks.compare_documents() == 1
    assert tasks.compare_documents() == 0


def test_what_staff_accept_is_not_asked_again_until_it_changes(
    spa: Amenity, document: Document, sams_account: Any
) -> None:
    tasks.compare_documents()
    assert findings.accept(Disagreement.objects.all(), sams_account) == 1
    spa.summary = "A quiet place."
    spa.save()
    tasks.compare_documents()
    assert open_kinds() == []
    spa.minimum_age = 21
    spa.save()
    tasks.compare_documents()
    (row,) = Disagreement.objects.open()
    assert row.of_row == "Guests of Mandara Spa must be 21 or older."
    assert row.accepted_by is None


def test_properties_without_documents_are_left_alone(spa: Amenity) -> None:
    assert tasks.compare_documents() == 0
