"""A text that comes in pieces is redacted as the whole would be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.privacy.redaction import kinds, redact
from apps.privacy.streaming import Redactor

MARKED = [
    "Write to ann.lee+x@example.co.uk today.",
    "Call (860) 555-0142 or +44 20 7946 0958, please.",
    "The card 4111 1111 1111 1111 is on file, as is SSN 078-05-1120.",
    "You were born on 04/12/1980 and your card number is 83-1774-22.",
    "It came from 192.168.7.31 with Bearer abcdefghijklmnop1234 in it.",
    "Hello, my name is Ann Lee. The date of birth: 4/5/1990, fine.",
    "Pay to DE89 3704 0044 0532 0130 00 by noon.",
    "Ballo is open from 5:00 PM to 10:00 PM and seats 120. Room 1204 is near.",
]
# Words that begin a mark, letters that case folding joins to others, and spaces.
PARTS = sorted({word for text in MARKED for word in text.split(" ")})
PARTS += [
    "my",
    "me",
    "name is",
    "me llamo",
    "je m'appelle",
    "DOB:",
    "born on",
    "Date of",
]
PARTS += ["\u017fecret=" + "a" * 32, "\u017fK-" + "b" * 16, "s\u212a-" + "c" * 16]
PARTS += [
    "beare\u0280",
    "player's card #A1234",
    "GB29",
    "fe80:1:2:3:4:5",
    "\u00a0",
    "\n",
    "\t",
]
mixtures = st.lists(st.sampled_from(PARTS), max_size=14).map(" ".join)
cuts = st.lists(st.integers(1, 9), min_size=1, max_size=40)


def streamed(text: str, sizes: list[int]) -> str:
    redactor, shown, start = Redactor(lambda _: False), "", 0
    while start < len(text):
        size = sizes[start % len(sizes)]
        shown += redactor.feed(text[start : start + size])
        start += size
    return shown + redactor.finish()


@given(st.sampled_from(MARKED), cuts)
def test_it_says_what_the_whole_text_would(text: str, sizes: list[int]) -> None:
    assert streamed(text, sizes) == redact(text)


@settings(max_examples=400)
@given(mixtures, cuts)
def test_it_says_so_of_any_mixture(text: str, sizes: list[int]) -> None:
    assert streamed(text, sizes) == redact(text)


@given(mixtures)
def test_it_redacts_just_what_a_pattern_matches(text: str) -> None:
    assert (redact(text) != text) == bool(kinds(text))


@pytest.mark.parametrize("text", MARKED[:-1])
def test_the_examples_hold_something_to_hide(text: str) -> None:
    assert redact(text) != text


@given(st.text(max_size=200), cuts)
def test_it_loses_no_other_text(text: str, sizes: list[int]) -> None:
    shown = streamed(text, sizes)
    assert redact(text) != text or shown == text


def test_it_keeps_what_is_public() -> None:
    redactor = Redactor(lambda number: "226-7711" in number)
    shown = redactor.feed("Call 1-888-226-7711 or 860 555-0142 now")
    assert shown + redactor.finish() == "Call 1-888-226-7711 or [phone] now"


def test_words_do_not_wait_for_long() -> None:
    shown = Redactor(lambda _: False).feed("Ballo serves Italian food until ")
    assert shown == "Ballo serves Italian food until"
