"""What identifies a person is gone; what a guest asks about stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.privacy.redaction import redact


@pytest.mark.parametrize(
    ("text", "gone", "mark"),
    [
        ("write to ann.lee+x@example.co.uk", "ann.lee", "[email]"),
        ("call me at (860) 555-0142", "555-0142", "[phone]"),
        ("my cell is +44 20 7946 0958", "7946", "[phone]"),
        ("8605550142 is mine", "8605550142", "[phone]"),
        ("card 4111 1111 1111 1111 please", "1111", "[card]"),
        ("SSN 078-05-1120", "078-05", "[ssn]"),
        ("I was born on 04/12/1980", "1980", "[birthday]"),
        ("my card number is 83-1774-22", "1774", "[member]"),
        ("from 192.168.7.31", "192.168", "[ip]"),
        ("Hello, my name is Ann Lee", "Ann", "[name]"),
        ("Authorization: Bearer abcdefghijklmnop1234", "abcdefgh", "[key]"),
        (f'{{"type": "hello", "secret": "{"Ab-_" * 10}"}}', "Ab-_", "[key]"),
        (f"thread_secret={'Ab-_' * 10}; Path=/chat", "Ab-_", "[key]"),
        ("DE89 3704 0044 0532 0130 00", "3704", "[iban]"),
    ],
)
def test_it_takes_out_what_identifies_somebody(text: str, gone: str, mark: str) -> None:
    redacted = redact(text)
    assert gone not in redacted
    assert mark in redacted


@pytest.mark.parametrize(
    "text",
    [
        "Is Tuscany open on 11/20/2026 at 5:00 PM?",
        "A table for 12 at 7:30, under $150 each",
        "Room 1204 in the Sky Tower with 1,563 rooms",
        "My birthday is on Friday!",
        "Do you take a players card?",
        "Order 4111 1111 1111 1112 is no card",
    ],
)
def test_it_leaves_what_guests_ask_about(text: str) -> None:
    assert redact(text) == text


@given(st.text(max_size=300))
def test_it_takes_everything_the_first_time(text: str) -> None:
    assert redact(redact(text)) == redact(text)
