"""Guests call a booking by its name, or say that they no longer need it."""

from __future__ import annotations

import pytest

from apps.conversations.turns.bookings.words import booking_names, phrases

NAMES = booking_names.of(
    [
        "Deluxe Room",
        "Todd English's Tuscany",
        "Ballo Italian Restaurant",
        "Michael Jordan's Steak House",
        "Swedish massage at Mandara Spa",
        "Comedy night at the arena",
    ],
    "Mohegan Sun",
)


def meaning(text: str) -> str:
    message = phrases.read(text, NAMES) if phrases.may_name(text) else None
    message = message or phrases.read(text)
    return message.meaning if message else ""


@pytest.mark.parametrize(
    "text",
    [
        "cancel the ballo one",
        "cancel tuscany",
        "pls cancel the steak house",
        "Could you please cancel the steakhouse for us",
        "cancel my michael jordan's thing",
        "scrap the comedy thing",
        "cancel the italian one",
        "anula lo de tuscany",
        "annulez le Ballo s'il vous plaît",
        "cancela o ballo por favor",
        "bitte storniere den Tisch im Tuscany",
        "Ballo stornieren bitte",
        "取消Tuscany",
    ],
)
def test_a_name_stands_for_the_booking(text: str) -> None:
    assert meaning(text) == "cancel"


@pytest.mark.parametrize(
    "text",
    [
        "can you move ballo to 9pm",
        "make tuscany 6 people",
        "push the steakhouse back to 8",
        "ballo at 9 instead of 8",
        "there'll be 6 of us at tuscany now, please update",
    ],
)
def test_a_booking_is_changed_by_its_name(text: str) -> None:
    assert meaning(text) == "change"


@pytest.mark.parametrize(
    "text",
    [
        "I don't want the massage anymore",
        "we won't be needing the room",
        "won't be needing the table at tuscany",
        "we're not gonna make it to tuscany",
        "we changed our minds about the comedy night",
        "ya no quiero el masaje",
        "on n'a plus besoin de la chambre",
        "já não preciso do quarto",
        "die Massage will ich nicht mehr",
    ],
)
def test_what_is_no_longer_needed_is_cancelled(text: str) -> None:
    assert meaning(text) == phrases.UNWANTED


@pytest.mark.parametrize(
    "text",
    [
        "what time does the steak house close",
        "is ballo any good?",
        "I don't want anything spicy",
        "we don't want to walk far, where can we eat",
        "drop me a pin for ballo",
        "drop me off at ballo",
        "what is the cancellation policy of the steak house",
        "is the comedy night canceled?",
        "I had to cancel my gym membership at home",
    ],
)
def test_a_name_alone_asks_for_nothing(text: str) -> None:
    assert meaning(text) == ""


def test_the_words_of_a_name_are_one_mention() -> None:
    words = "cancel my michael jordans steak house and ballo at 9"
    mention = booking_names.MENTION
    assert NAMES.replaced_in(words) == f"cancel my {mention} and {mention} at 9"


def test_common_words_and_the_resort_are_no_names() -> None:
    assert not NAMES.telling & {"night", "deluxe", "house", "spa", "restaurant"}
    assert not booking_names.of(["Mohegan Sun Arena"], "Mohegan Sun").telling
    assert booking_names.of(["Deluxe Room"], "Mohegan Sun").count_in("my dinner") == 0
    assert booking_names.NO_NAMES.replaced_in("cancel ballo") == "cancel ballo"
