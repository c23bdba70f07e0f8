"""What guests are told in fixed words, in every language."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from apps.concierge import memory_requests, replies
from apps.infrastructure import yaml_files
from apps.language import detect
from apps.properties.models import Helpline

LANGUAGES = ["en", "es", "fr", "pt", "zh"]
SENTENCES = yaml_files.read(replies.FOLDER / "fixed_sentences.yaml")
URGENT = yaml_files.read(replies.FOLDER / "urgent_sentences.yaml")
MEMORY = yaml_files.read(replies.FOLDER / "memory_sentences.yaml")
REQUESTED = yaml_files.read(memory_requests.PHRASES).keys() - {"politeness"}
CRISIS = SimpleNamespace(
    name="988 Lifeline",
    purpose="crisis",
    phone="988",
    vanity="",
    website="",
    takes_texts=True,
    note="Free, any hour.",
    phone_href="tel:988",
)
EMERGENCY = SimpleNamespace(
    name="Emergency services",
    purpose="emergency",
    phone="911",
    vanity="",
    website="",
    takes_texts=False,
    note="When somebody is in danger right now.",
    phone_href="tel:911",
)
DESCRIPTIONS = yaml_files.read(replies.FOLDER / "helplines.yaml")


def facts_of(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("reply", replies.ids())
def test_it_says_everything_in_every_language_with_the_same_facts(reply: str) -> None:
    texts = SENTENCES[reply]
    assert sorted(texts) == LANGUAGES
    assert len({frozenset(facts_of(text)) for text in texts.values()}) == 1


@pytest.mark.parametrize("reply", URGENT)
def test_somebody_in_danger_is_answered_in_every_language_that_is_told(
    reply: str,
) -> None:
    texts = SENTENCES[reply] | URGENT[reply]
    assert set(texts) == set(detect.LANGUAGES)
    assert len({frozenset(facts_of(text)) for text in texts.values()}) == 1


@pytest.mark.parametrize("reply", MEMORY)
def test_a_guest_hears_what_is_remembered_in_every_language_of_a_request(
    reply: str,
) -> None:
    texts = SENTENCES[reply] | MEMORY[reply]
    assert set(texts) == REQUESTED
    assert len({frozenset(facts_of(text)) for text in texts.values()}) == 1


@pytest.mark.parametrize("purpose", Helpline.Purpose.values)
def test_every_purpose_of_a_helpline_has_a_description(purpose: str) -> None:
    assert purpose in DESCRIPTIONS


@pytest.mark.parametrize("texts", DESCRIPTIONS.values())
def test_a_helpline_is_described_in_every_language(texts: dict[str, str]) -> None:
    assert sorted(texts) == LANGUAGES
    assert len({frozenset(facts_of(text)) for text in texts.values()}) == 1


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "988 Lifeline"),
        ("es", "Línea de crisis (988 Lifeline)"),
        ("fr", "Ligne de crise (988 Lifeline)"),
        ("zh", "危机热线\uff08988 Lifeline\uff09"),
        ("tl", "988 Lifeline"),
    ],
)
def test_a_helpline_keeps_its_name_beside_what_it_is(language: str, name: str) -> None:
    assert replies.help_items([CRISIS], language)[0]["name"] == name
    assert f"- {name}: 988" in replies.spoken_helplines([CRISIS], language)


def test_a_common_name_and_note_are_said_in_the_guests_language() -> None:
    [item] = replies.help_items([EMERGENCY], "es")
    assert item["name"] == "Servicios de emergencia"
    assert item["note"] == "Cuando alguien está en peligro ahora mismo."


def test_it_speaks_english_where_a_language_is_missing() -> None:
    assert replies.say("empty", "tl") == replies.say("empty", "en")


def test_it_never_shows_braces() -> None:
    with pytest.raises(KeyError):
        replies.say("unknown", "en", property="Mohegan Sun")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_greets_as_an_ai_and_names_what_can_be_asked(language: str) -> None:
    kinds = replies.list_categories(["restaurant", "show"], language)
    text = replies.say(
        "greeting", language, property="Mohegan Sun", categories=kinds, phone="1"
    )
    assert re.search(r"\b(AI|IA)\b|人工智能", text)
    assert kinds in text


def test_it_gives_a_helpline_to_call_and_to_text() -> None:
    items = replies.help_items([CRISIS], "en")
    assert [(one["action"], one["tel"]) for one in items] == [
        ("call", "tel:988"),
        ("text", "sms:988"),
    ]
    assert replies.spoken_helplines([CRISIS], "en") == (
        "- 988 Lifeline: 988, call or text"
    )


def test_it_joins_categories_as_people_do() -> None:
    listed = replies.list_categories(["restaurant", "show", "room"], "en")
    assert listed == "restaurants, shows and rooms"


def test_where_the_young_may_go_is_said_in_every_other_language() -> None:
    places = yaml_files.read(replies.FOLDER / "places_of_minors.yaml")
    assert places
    assert all(sorted(texts) == ["es", "fr", "pt", "zh"] for texts in places.values())


@pytest.mark.parametrize(
    ("language", "bookings"),
    [("de", "Buchungen"), ("pt", "reservas"), ("it", "prenotazioni"), ("zh", "预订")],
)
def test_it_says_what_it_does_read_in_a_language_that_it_does_not_speak(
    language: str, bookings: str
) -> None:
    sentence = replies.not_spoken(language, "1-888-226-7711")
    assert bookings in sentence
    assert "1-888-226-7711" in sentence


def test_a_time_ends_its_sentence() -> None:
    sentence = replies.say("booking_may_cancel", "es", what="X", until="las 6:19 p. m.")
    assert sentence.endswith("6:19 p. m.")
    assert not sentence.endswith("..")
