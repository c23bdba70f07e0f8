"""Links to book with: checked when staff write them, filled with what is known."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from apps.properties import booking_links

TEMPLATE = "https://book.example/{slug}?day={date}&people={party}&src=ai"
KNOWN = {"slug": "ballo", "name": "Ballo", "date": "2026-12-24", "party": "4"}


def test_it_fills_what_the_guest_has_said() -> None:
    filled = booking_links.fill(TEMPLATE, KNOWN)
    assert filled == "https://book.example/ballo?day=2026-12-24&people=4&src=ai"


def test_it_leaves_out_what_nobody_has_said() -> None:
    filled = booking_links.fill(TEMPLATE, {**KNOWN, "date": "", "party": ""})
    assert filled == "https://book.example/ballo?src=ai"
    assert booking_links.fill("", KNOWN) == ""


def test_a_value_cannot_change_where_the_link_leads() -> None:
    template = "https://book.example/{name}?place={name}"
    filled = booking_links.fill(template, {**KNOWN, "name": "../x?a=1&b#c"})
    path = "https://book.example/..%2Fx%3Fa%3D1%26b%23c"
    assert filled == f"{path}?place=..%2Fx%3Fa%3D1%26b%23c"


@pytest.mark.parametrize(
    "template",
    [
        "https://book.example/{guest}",
        "javascript:alert({date})",
        "https://book.example/{date}",
        "https://{party}@book.example/",
        "book.example/{slug}",
    ],
)
def test_it_refuses_what_is_no_address(template: str) -> None:
    with pytest.raises(ValidationError):
        booking_links.is_template(template)


def test_it_accepts_a_template() -> None:
    booking_links.is_template(TEMPLATE)
