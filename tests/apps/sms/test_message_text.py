"""An answer fits into a few segments; the words for a guest in danger stay whole."""

from __future__ import annotations

from uuid import uuid4

import pytest
from pytest_django import Settings

from apps.properties.models import Property
from apps.sms.outgoing import message_text, segments

pytestmark = pytest.mark.django_db
LONG = "The spa opens at nine. " * 40
QUESTION = "May I remember it? Reply YES or NO."


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
    assert f"nine. More: {message_text.link(text_id)}" in text
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


@pytest.mark.parametrize(
    ("sentences", "is_asked"), [(1, True), (18, True), (19, False), (40, True)]
)
def test_no_answer_is_cut_for_a_question_of_ours_alone(
    mohegan: Property, sentences: int, *, is_asked: bool
) -> None:
    answer = ended("The spa opens at nine. " * sentences)
    text = message_text.of(answer, mohegan, uuid4(), is_first=False, question=QUESTION)
    assert segments.count(text) <= 3
    assert text.endswith(f"\n{QUESTION}") == is_asked
    assert ("More: " in text) == (sentences > 19)


def test_a_question_that_leaves_no_room_is_not_asked(
    mohegan: Property, settings: Settings
) -> None:
    settings.SMS_MAX_SEGMENTS = 1
    text = message_text.of(
        ended(LONG), mohegan, uuid4(), is_first=True, question=QUESTION
    )
    assert segments.count(text) == 1
    assert QUESTION not in text


def test_accents_go_before_an_answer_is_cut(mohegan: Property) -> None:
    answer = ended("El balneario abre a las nueve, según el menú. " * 5, lang="es")
    text = message_text.of(answer, mohegan, uuid4(), is_first=False)
    assert text.endswith("a las nueve, segun el menu.")
    assert segments.count(text) == 2


def test_accents_stay_where_there_is_room(mohegan: Property) -> None:
    answer = ended("El balneario abre a las nueve, según el menú.", lang="es")
    text = message_text.of(answer, mohegan, uuid4(), is_first=False)
    assert text == "El balneario abre a las nueve, según el menú."


def test_what_would_be_unreadable_keeps_its_signs(mohegan: Property) -> None:
    answer = ended("Hồ bơi mở cửa lúc chín giờ. " * 40, lang="vi")
    text = message_text.of(answer, mohegan, uuid4(), is_first=False)
    assert text.startswith("Hồ bơi mở cửa lúc chín giờ.")
    assert segments.count(text) <= 3
