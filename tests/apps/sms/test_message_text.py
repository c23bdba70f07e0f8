"""An answer fits into a few segments; the words for a guest in danger stay whole."""

from __future__ import annotations

from uuid import uuid4

import pytest
from pytest_django import Settings

from apps.properties.models import Property
from apps.sms.outgoing import message_text, segments, whole_answers

pytestmark = pytest.mark.django_db
LONG = "The spa opens at nine. " * 40


@pytest.fixture(autouse=True)
def _own_address(settings: Settings) -> None:
    settings.SITE_URL = "https://example.com"


def ended(text: str, **values: object) -> dict[str, object]:
    return {"type": "done", "text": text, "lang": "en", "help": [], **values}


def test_a_short_answer_is_sent_as_it_is(mohegan: Property) -> None:
    event = ended("**Ballo** is open \u2013 [menu](https://example.com/m)")
    text = message_text.of(event, mohegan, uuid4(), is_first=False)
    assert text == "Ballo is open - menu https://example.com/m"


def test_the_first_answer_says_who_writes_and_how_to_stop(mohegan: Property) -> None:
    text = message_text.of(ended("Yes."), mohegan, uuid4(), is_first=True)
    assert text == "Yes.\nI am the AI concierge of Mohegan Sun. Text STOP to end."


@pytest.mark.parametrize("is_first", [True, False])
def test_a_long_answer_ends_with_a_sentence_and_a_link(
    mohegan: Property, *, is_first: bool
) -> None:
    text_id = uuid4()
    text = message_text.of(ended(LONG), mohegan, text_id, is_first=is_first)
    assert segments.count(text) <= 3
    assert f"nine. More: {whole_answers.url(text_id)}" in text
    assert text.endswith("STOP to end.") == is_first


def test_a_site_without_an_address_sends_no_link(
    mohegan: Property, settings: Settings
) -> None:
    settings.SITE_URL = ""
    text = message_text.of(ended(LONG), mohegan, uuid4(), is_first=False)
    assert text.endswith("at nine.")
    assert segments.count(text) <= 3


def test_words_for_a_guest_in_danger_are_never_cut(mohegan: Property) -> None:
    event = ended(LONG.strip(), help=[{"label": "Call 911"}])
    text = message_text.of(event, mohegan, uuid4(), is_first=True)
    assert text == LONG.strip()


def test_a_turn_that_failed_says_whom_to_call(mohegan: Property) -> None:
    event = {"type": "error", "message": "Call 1-888-226-7711.", "reference": "K7Q"}
    text = message_text.of(event, mohegan, uuid4(), is_first=False)
    assert text == "Call 1-888-226-7711."
