"""Bookings come with the resort of a folder, once, and follow the days.

Those that the project ships are tested with its properties.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
import yaml
from django.core.management import CommandError

from apps.reservations.models import Reservation
from tests.apps.catalog.demo.seeding import NOON, folder, restaurant, seed
from tests.apps.reservations.sample_requests import asked_for

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
NOW = datetime.fromisoformat(NOON)
DINNER = {
    "code": "DINE2207",
    "kind": "table",
    "family_name": "Okafor",
    "item": "Cedars",
    "starts": [0, "19:30"],
    "party": 2,
    "booked": [-12, "18:40"],
}


def inn(path: Path, *bookings: dict[str, object]) -> Path:
    """A small property with these bookings."""
    small = folder(path, restaurants=[restaurant()])
    (small / "bookings").mkdir(exist_ok=True)
    content = {"property": "inn", "bookings": list(bookings)}
    (small / "bookings" / "inn.yaml").write_text(yaml.safe_dump(content))
    return small


def test_without_the_property_there_are_none(tmp_path: Path) -> None:
    small = inn(tmp_path, DINNER)
    content = {"property": "elsewhere", "bookings": [DINNER]}
    (small / "bookings" / "inn.yaml").write_text(yaml.safe_dump(content))
    seed(small)
    assert not Reservation.objects.exists()


def test_it_moves_an_untouched_booking_with_the_days(tmp_path: Path) -> None:
    small = inn(tmp_path, DINNER)
    seed(small)
    booking = Reservation.objects.get()
    later = NOW + timedelta(days=3)
    assert "1 changed" in seed(small, at=later.isoformat())
    moved = Reservation.objects.get()
    assert moved.starts_at - booking.starts_at == timedelta(days=3)
    assert moved.pk == booking.pk


def test_it_leaves_what_a_guest_asks_about_or_staff_edited(tmp_path: Path) -> None:
    small = inn(tmp_path, DINNER, {**DINNER, "code": "DINE2208"})
    seed(small)
    before = Reservation.objects.get(code="DINE2207")
    # The sample asks at a time of its own, long after this dinner.
    Reservation.objects.filter(pk=before.pk).update(
        starts_at=before.starts_at + timedelta(days=90)
    )
    asked_for(Reservation.objects.get(pk=before.pk))
    Reservation.objects.filter(pk=before.pk).update(starts_at=before.starts_at)
    Reservation.objects.filter(code="DINE2208").update(party=9)
    later = (NOW + timedelta(days=3)).isoformat()
    assert "2 left to staff" in seed(small, at=later)
    starts = {row.starts_at for row in Reservation.objects.all()}
    assert starts == {before.starts_at}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"starts": "tonight"}, "write a day from today and a time"),
        ({"item": "Cedar"}, "did you mean “Cedars”"),
        ({"famly_name": "x"}, "did you mean “family_name”"),
        ({"party": 400}, "less than or equal to 100"),
    ],
)
def test_it_says_what_is_wrong_with_a_booking(
    tmp_path: Path, fields: dict[str, object], words: str
) -> None:
    small = inn(tmp_path, {**DINNER, **fields})
    with pytest.raises(CommandError, match=words):
        seed(small)
    assert not Reservation.objects.exists()
