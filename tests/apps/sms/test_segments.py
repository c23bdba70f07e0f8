"""Segments are counted as carriers count them, and texts end with a sentence."""

from __future__ import annotations

import pytest
import smsutil
from hypothesis import example, given, settings
from hypothesis import strategies as st

from apps.properties.models import Property
from apps.sms.outgoing import notices, segments

# The escape is no character: smsutil counts it as one.
GSM_TEXT = st.text(st.sampled_from(sorted(segments.GSM | segments.GSM_EXTENSION)))
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x1b"))
# Texts of guests and answers: mostly plain, with some sign that changes the alphabet.
MIXED_TEXT = st.lists(
    st.sampled_from(["a" * 40, "€", "[", "é", "í", "😀", "中", "~ ", "Open. ", "\n"]),
    max_size=60,
).map("".join)
TEXTS = st.one_of(GSM_TEXT, ANY_TEXT, MIXED_TEXT).filter(bool)
PARAGRAPH = st.lists(
    st.sampled_from(
        ["The spa opens at nine. ", "Is it free? ", "Sí, claro. ", "Ask St. Paul. "]
    ),
    min_size=1,
    max_size=60,
).map("".join)


@settings(max_examples=200)
@given(TEXTS)
@example("a" * 160)
@example("a" * 161)
@example("a" * 152 + "€" + "a" * 10)
@example("í" * 70)
@example("í" * 71)
@example("í" * 66 + "😀" + "í" * 4)
def test_it_counts_texts_as_another_program_does(text: str) -> None:
    insist_on_count(text)


@pytest.mark.nightly
@settings(max_examples=10_000)
@given(TEXTS)
def test_it_counts_ten_thousand_texts_as_another_program_does(text: str) -> None:
    insist_on_count(text)


def insist_on_count(text: str) -> None:
    split = smsutil.split(text)
    assert segments.count(text) == len(split.parts)
    is_gsm = split.encoding == "gsm0338"
    assert (segments.alphabet(text) is segments.SEPTETS) == is_gsm


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 1),
        ("a" * 160, 1),
        ("a" * 161, 2),
        ("a" * 306, 2),
        ("a" * 307, 3),
        ("€" * 80, 1),
        ("€" * 81, 2),
        # An escape and its sign stay together, so a septet of each segment is unused.
        ("€" * 153, 3),
        ("í" * 70, 1),
        ("í" * 71, 2),
        ("í" * 134, 2),
        ("í" * 135, 3),
        ("😀" * 35, 1),
        ("😀" * 67, 3),
    ],
)
def test_it_counts_at_the_edges(text: str, count: int) -> None:
    assert segments.count(text) == count


def test_it_sends_typographic_signs_as_plain_ones_where_that_is_enough() -> None:
    assert segments.plain("It\u2019s open \u2013 \u201clate\u201d\u2026") == (
        'It\'s open - "late"...'
    )
    assert segments.plain("Sí \u2013 está abierto") == "Sí \u2013 está abierto"


@given(PARAGRAPH, st.integers(1, 3))
def test_it_cuts_at_the_end_of_a_sentence(text: str, most: int) -> None:
    ending = " More: https://example.com/t/abc"
    short_text = segments.cut(text, most, ending)
    assert segments.count(short_text) <= most
    if segments.count(text) > most:
        head = short_text.removesuffix(ending)
        assert head != short_text
        assert text.startswith(head)
        assert head[-1] in ".?"
        assert not head.endswith("St.")


@given(st.one_of(ANY_TEXT, MIXED_TEXT), st.integers(1, 3))
def test_it_never_sends_more_segments_than_allowed(text: str, most: int) -> None:
    assert segments.count(segments.cut(text, most, " https://a.example/t")) <= most


@pytest.mark.parametrize(
    ("text", "short_text"),
    [
        (
            "It closes at 8 p.m. on Fridays. " + "B" * 160,
            "It closes at 8 p.m. on Fridays.",
        ),
        ("Ballo serves " + "very " * 40, f"Ballo serves {'very ' * 26}very..."),
        ("b" * 200, "b" * 150 + "..."),
    ],
)
def test_it_cuts_where_a_reader_would(text: str, short_text: str) -> None:
    assert segments.cut(text, 1, " (more)") == f"{short_text} (more)"


def test_it_refuses_an_ending_that_cannot_be_sent() -> None:
    with pytest.raises(ValueError, match="ending"):
        segments.cut("a" * 200, 1, "b" * 200)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "es", "fr", "pt"])
@pytest.mark.parametrize("reply", ["sms_help", "sms_started", "sms_first"])
def test_our_notices_are_short(mohegan: Property, reply: str, language: str) -> None:
    assert segments.count(notices.say(reply, mohegan, language)) <= 3
