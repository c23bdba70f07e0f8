"""What guests are told of bookings and requests, in every language that asks."""

from __future__ import annotations

import re

import pytest

from apps.concierge import replies
from apps.conversations.turns.bookings.requests import request_cards
from apps.conversations.turns.bookings.words import (
    dates,
    decisions,
    phrase_patterns,
    phrases,
)
from apps.infrastructure import yaml_files
from apps.reservations.models import RequestKind, Reservation
from apps.reservations.request_status import Status

SENTENCES, FURTHER, SOURCES, FIXED = (
    yaml_files.read(replies.FOLDER / f"{name}.yaml")
    for name in (
        "booking_sentences",
        "further_booking_sentences",
        "further_source_sentences",
        "fixed_sentences",
    )
)
# Words in the quotation marks of any language.
QUOTED = re.compile("[“„«] ?([^“”„«»]+?) ?[”“»]")


@pytest.mark.parametrize("reply", SENTENCES)
def test_it_says_everything_in_every_language_with_the_same_facts(reply: str) -> None:
    texts = {**SENTENCES[reply], **FURTHER[reply]}
    assert sorted(texts) == sorted(phrase_patterns.LANGUAGES)
    for language, text in texts.items():
        if "{" not in text:
            assert replies.say(reply, language) == text.strip()
    facts = {frozenset(re.findall(r"\{(\w+)\}", text)) for text in texts.values()}
    assert len(facts) == 1


def test_no_further_sentence_is_of_none() -> None:
    assert FURTHER.keys() == SENTENCES.keys()


@pytest.mark.parametrize("reply", SOURCES)
def test_what_stands_beside_an_answer_is_in_its_language(reply: str) -> None:
    texts = {**FIXED[reply], **SOURCES[reply]}
    assert sorted(texts) == sorted(phrase_patterns.LANGUAGES)
    facts = {frozenset(re.findall(r"\{(\w+)\}", text)) for text in texts.values()}
    assert len(facts) == 1


def test_days_are_said_in_every_language_that_is_read() -> None:
    assert replies.languages_of_bookings() == set(phrase_patterns.LANGUAGES)
    assert dates.FORMATS.keys() == set(phrase_patterns.LANGUAGES)


@pytest.mark.parametrize("language", phrase_patterns.LANGUAGES)
def test_the_words_that_guests_are_told_to_say_are_understood(language: str) -> None:
    for reply in ("request_waits", "request_send_or_withdraw"):
        text = replies.say(reply, language, title="Ballo")
        send, withdraw = map(decisions.read, QUOTED.findall(text))
        assert (send.word, send.names_act) == (decisions.Word.YES, True)
        assert withdraw.word == decisions.Word.NO
    assert phrases.wants_link(replies.say("booking_send_link", language))


def test_no_id_is_one_of_the_other_sentences() -> None:
    assert not set(SENTENCES) & set(replies.ids())


@pytest.mark.parametrize(
    "reply",
    [
        *(f"request_status_{status}" for status in Status),
        *(f"request_kind_{kind}" for kind in RequestKind),
        *(f"booking_state_{state}" for state in Reservation.State),
        *(
            f"request_action_{action}"
            for actions in request_cards.ACTIONS.values()
            for action in actions
        ),
    ],
)
def test_there_are_words_for_each_state_and_action(reply: str) -> None:
    assert replies.say(reply, "en")
