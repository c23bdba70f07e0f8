"""A code and a family name open a guest's own bookings to his thread, and no others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.db.models import F
from django.utils import timezone

from apps.concierge import replies
from apps.conversations import single_question
from apps.conversations.models import (
    Alert,
    BookingAccess,
    BookingLink,
    CodeTries,
    Conversation,
)
from apps.conversations.turns.active_turn import TurnRequest
from apps.conversations.turns.bookings.identity import access, codes, tries
from apps.conversations.turns.bookings.identity.access import Caller, Outcome
from apps.conversations.turns.bookings.identity.codes import Credentials
from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Reservation
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import (
    WHO,
    Talk,
    dinner_at,
    full_width,
    only_request,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort", "dinner")


@pytest.mark.parametrize(
    "text",
    [
        WHO,
        "Alvarez, MS4F7K",
        "my code is MS 4F7K, alvarez",
        "mi código es MS 4F7K, Álvarez",
        "Bonjour, réservation ms 4f7k au nom de Alvarez",
        "ms-4f7k is the code, Álvarez the name",
        "MS-4F7K. It's under Maria Alvarez.",
        "mi código es MS-4F7K y me llamo Álvarez",
        "Bonjour, réservation MS4F7K au nom de Alvarez",
        f"{full_width('MS-4F7K')}, Alvarez",
        f"my code is MS-{full_width('4')}F{full_width('7')}K, name's Alvarez",
        "alvarez ms-4f7k",
        "ms-4f7k alvarez",
        "hi alvarez ms-4f7k, what have I booked?",
        "it's under Alvarez, the confirmation is MS-4F7K",
        "Good evening. My reservation number is MS-4F7K, the name is Alvarez. What "
        "have I booked? Many thanks in advance.",
        "Good afternoon, this is Mrs Alvarez, I believe my confirmation says MS-4F7K, "
        "I'm just trying to work out what on earth we've got booked next week",
        "Bonsoir, je suis Mme Alvarez, ma réservation est MS-4F7K, qu'ai-je réservé ?",
    ],
)
async def test_it_is_said_in_any_order_and_wording(text: str, talk: Talk) -> None:
    result = await talk.say(text)
    assert result["route"] == "bookings"
    assert "Ballo Italian Restaurant" in result["answer"]
    assert "4F7K" not in result["answer"]


async def test_a_name_with_small_words_is_known(talk: Talk, resort: Property) -> None:
    await database_threads.run(
        lambda: dinner_at(resort, code="MS-7777", family_name="De la Cruz")
    )
    answer = (await talk.say("MS-7777, Maria de la Cruz"))["answer"]
    assert "found your booking" in answer


async def test_figures_are_a_code_where_it_says_so(
    talk: Talk, resort: Property
) -> None:
    await database_threads.run(lambda: dinner_at(resort, code="48213"))
    answer = (await talk.say("booking number 48213 alvarez"))["answer"]
    assert "Ballo Italian Restaurant" in answer


@pytest.mark.parametrize(
    "texts",
    [
        ("code is KQMWFT alvarez",),
        ("mi código es kqmwft, alvarez",),
        ("when is my dinner?", "KQMWFT", "alvarez"),
        ("when is my dinner?", "alvarez KQMWFT"),
    ],
)
async def test_letters_are_a_code_where_no_word_is_meant(
    texts: tuple[str, ...], talk: Talk, resort: Property
) -> None:
    await database_threads.run(lambda: dinner_at(resort, code="KQMWFT"))
    answer = (await talk.say(*texts))["answer"]
    assert "Ballo Italian Restaurant" in answer


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("es", "cancela DINE5571, alvarez", "cancel"),
        ("es", "quiero anular DINE5571, alvarez", "cancel"),
        ("fr", "annulez DINE5571, alvarez", "cancel"),
        ("fr", "je veux annuler DINE5571 Alvarez", "cancel"),
        ("es", "cambia DINE5571 a las 9, alvarez", "change"),
    ],
)
async def test_a_code_and_an_order_go_together_in_other_languages(
    language: str,
    text: str,
    kind: str,
    begin_talk: Callable[..., Talk],
    resort: Property,
) -> None:
    await database_threads.run(lambda: dinner_at(resort, code="DINE5571"))
    await begin_talk(language).say(text)
    request = await only_request()
    assert (request.kind, "note" in request.wish) == (kind, False)


@pytest.mark.parametrize(
    ("language", "text", "party"),
    [
        ("en", "reservation DINE5571. surname alvarez. can we be 7 on saturday", 7),
        (
            "en",
            "My reservation number is DINE5571, the name is Alvarez. Would it be at "
            "all possible to bring one additional guest along? Many thanks in advance.",
            3,
        ),
        ("es", "mi reserva es DINE5571 a nombre de Álvarez, ¿podemos ser 7?", 7),
        ("fr", "bonjour, Alvarez, DINE5571, peut-on être 7 samedi ?", 7),
    ],
)
async def test_a_wish_in_the_message_with_the_code_goes_on(
    language: str,
    text: str,
    party: int,
    begin_talk: Callable[..., Talk],
    resort: Property,
) -> None:
    await database_threads.run(lambda: dinner_at(resort, code="DINE5571"))
    await begin_talk(language).say(text)
    request = await only_request()
    assert (request.kind, request.wish["party"]) == ("change", party)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "my code is MS-4F7K, name Alvarez. Could we have an extra bed?"),
        ("es", "mi código es MS-4F7K, Álvarez, ¿me pueden poner una cuna?"),
    ],
)
async def test_a_wish_that_no_phrase_knows_goes_on_as_well(
    language: str, text: str, begin_talk: Callable[..., Talk]
) -> None:
    answer = (await begin_talk(language).say(text))["answer"]
    assert replies.say("request_ask_room", language) in answer


async def test_it_asks_for_one_after_the_other_and_goes_on(talk: Talk) -> None:
    assert "reservation code" in (await talk.say("When is my dinner?"))["answer"]
    assert "family name" in (await talk.say("MS4F7K"))["answer"]
    assert "7:00 PM" in (await talk.say("Alvarez"))["answer"]


async def test_the_same_is_said_whether_a_code_exists_or_not(
    begin_talk: Callable[..., Talk], foxwoods: Property, settings: LazySettings
) -> None:
    settings.BOOKING_CODE_TRIES_ADDRESS = 99
    await database_threads.run(
        lambda: dinner_at(foxwoods, code="FX-1234", family_name="Stone")
    )
    guesses = ("Smith MS-4F7K", "Alvarez MS-9999", "Stone FX-1234")
    answers = {(await begin_talk().say(guess))["answer"] for guess in guesses}
    assert len(answers) == 1
    assert "could not match" in answers.pop()


@pytest.mark.parametrize(
    "text",
    [
        "i dont have the code",
        "I can't find my confirmation",
        "I lost the code",
        "no tengo el código",
        "je n'ai pas le code",
    ],
)
async def test_who_has_no_code_is_offered_a_link(talk: Talk, text: str) -> None:
    await talk.say("Cancel my reservation")
    result = await talk.say(text)
    assert "I can send a link." in result["answer"]
    assert not await database_threads.run(CodeTries.objects.exists)


@pytest.mark.parametrize(
    "text",
    [
        "not sure, maybe MS-4F7K",
        "I think it says MS-4F7K",
        "creo que es MS-4F7K",
        "peut-être MS-4F7K",
    ],
)
async def test_a_doubtful_code_is_no_try_without_a_name(text: str, talk: Talk) -> None:
    answer = (await talk.say("When is my dinner?", text))["answer"]
    assert "family name" in answer
    assert not await database_threads.run(CodeTries.objects.exists)
    answer = (await talk.say("it's under my wife's name, alvarez"))["answer"]
    assert "7:00 PM" in answer


@pytest.mark.parametrize(
    "text",
    [
        "not the show, the massage",
        "the first yes, the second no",
        "la primera sí, la segunda no",
        "pas le spectacle, le massage",
        "Please forget about the children's ages",
        "hang on, let me look",
    ],
)
async def test_what_is_said_of_something_else_is_no_name(text: str, talk: Talk) -> None:
    answer = (await talk.say("When is my dinner?", text))["answer"]
    assert "Thank you. What is your reservation code?" not in answer


async def test_the_number_of_a_room_is_no_code(talk: Talk) -> None:
    await talk.say("When is my dinner?")
    result = await talk.say("Please send towels to room 1204")
    assert "could not match" not in result["answer"]
    assert not await database_threads.run(CodeTries.objects.exists)


@pytest.mark.parametrize(
    "text",
    [
        "I'm booked under Alvarez",
        "When is my dinner? It's under Alvarez",
        "name's Alvarez",
    ],
)
async def test_a_name_that_came_first_is_not_asked_for_again(
    talk: Talk, text: str
) -> None:
    answer = (await talk.say("When is my dinner?", text, "MS-4F7K"))["answer"]
    assert "7:00 PM" in answer


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "cancel the Alvarez table"),
        ("es", "cancela la mesa de los Alvarez"),
        ("fr", "annulez la table Alvarez"),
    ],
)
async def test_the_name_that_a_table_is_called_by_is_not_asked_for_again(
    language: str, text: str, begin_talk: Callable[..., Talk]
) -> None:
    await begin_talk(language).say(text, "MS-4F7K")
    assert (await only_request()).kind == "cancel"


@pytest.mark.parametrize(
    "text",
    [
        "is the deposit for MS-5555 back?",
        "what did I pay for MS-5555?",
        "¿cuándo es mi reserva MS-5555?",
    ],
)
async def test_a_code_in_a_question_says_of_which_booking(
    talk: Talk, resort: Property, dinner: Reservation, text: str
) -> None:
    await database_threads.run(_further_booking, resort, dinner)
    answer = (await talk.say(WHO, "when is my dinner at Ballo?", text))["answer"]
    assert "Mandara Spa" in answer
    assert "Ballo" not in answer


@pytest.mark.parametrize(
    "text",
    [
        "is the deposit of ROOM4821 back?",
        "what time is dinner of DINE5570?",
        "cancel the table DINE5570 please",
    ],
)
async def test_a_code_of_somebody_else_is_not_ones_own_booking(
    talk: Talk, text: str
) -> None:
    result = await talk.say(WHO, text)
    assert "family name" in result["answer"]
    assert not result["requests"]


@pytest.mark.parametrize(
    "text",
    [
        "what is 9876543 divided by 3?",
        "calculate 1250000 * 12",
        "split $1e308 between 3",
        "cuánto es 9876543 por 3",
        "my passport is X1234567",
        "mi pasaporte es X1234567",
        "mon passeport est X1234567",
        "my rewards card number is MM4483920",
        "my flight is AA1234",
        "my zip code is 06382",
    ],
)
async def test_other_numbers_are_no_codes(talk: Talk, text: str) -> None:
    await talk.say("When is my dinner?")
    assert "could not match" not in (await talk.say(text))["answer"]
    assert not await database_threads.run(CodeTries.objects.exists)
    answer = (await talk.say("When is my dinner?", f"{text}, and {WHO}", WHO))["answer"]
    assert "7:00 PM" in answer


async def test_other_messages_are_no_codes(talk: Talk) -> None:
    await talk.say("When is my dinner?")
    result = await talk.say("What is the dress code at Ballo?")
    assert result["route"] == "property_qa"
    for text in (
        "What time is the 7PM show?",
        "A reservation for the 20th",
        "Call 1-800-555-0199 about my reservation",
        "We celebrate our 40th and need a booking",
    ):
        assert codes.read(text, is_asked_for=False).code == ""


async def test_five_wrong_codes_lock_the_thread_and_alert_staff(talk: Talk) -> None:
    for number in range(4):
        result = await talk.say(f"Alvarez, MS-000{number}")
        assert "could not match" in result["answer"]
    assert not await database_threads.run(Alert.objects.exists)
    locked = await talk.say("Alvarez, MS-0009")
    assert "cannot try any more codes" in locked["answer"]
    right = await talk.say(WHO)
    assert right["answer"] == locked["answer"]
    [alert] = await database_threads.run(list, Alert.objects.all())
    assert (alert.kind, str(alert.conversation_id)) == ("codes", locked["thread"])


def test_tries_count_for_the_address_as_well(
    mohegan: Property, settings: LazySettings
) -> None:
    settings.BOOKING_CODE_TRIES_ADDRESS = 5
    guess, now = Credentials("MS0000", "alvarez"), timezone.now()
    outcomes = [
        access.prove(Caller(mohegan.pk, uuid4(), "an address"), guess, now)
        for _ in range(6)
    ]
    assert outcomes[3:] == [Outcome.WRONG, Outcome.LOCKS, Outcome.CROWDED]
    elsewhere = Caller(mohegan.pk, uuid4(), "another address")
    assert access.prove(elsewhere, guess, now) == Outcome.WRONG


def test_one_chat_locks_nobody_else_at_its_address(
    mohegan: Property, dinner: Reservation
) -> None:
    threads = [Conversation.objects.create(property=mohegan) for _ in range(2)]
    mallory, alice = (
        Caller(mohegan.pk, thread.pk, "a hotel's address") for thread in threads
    )
    now = timezone.now()
    for _ in range(30):
        access.prove(mallory, Credentials("MS0000", "alvarez"), now)
    right = Credentials("MS4F7K", "alvarez")
    assert access.prove(mallory, right, now) == Outcome.LOCKED
    assert access.prove(alice, right, now) == Outcome.PROVED


def test_an_address_forgets_one_try_after_the_other(
    mohegan: Property, settings: LazySettings
) -> None:
    """Twenty in an hour of tries, whoever makes them, after the first twenty."""
    settings.BOOKING_CODE_TRIES_ADDRESS = 4  # one is forgotten each 15 minutes
    guess, tried = Credentials("MS0000", "alvarez"), []
    for _ in range(60):
        caller = Caller(mohegan.pk, uuid4(), "a hotel's address")
        tried.append(access.prove(caller, guess, timezone.now()))
        later = F("last_at") - timedelta(minutes=1, seconds=5)
        CodeTries.objects.update(last_at=later)
    assert tried[:5] == [Outcome.WRONG] * 3 + [Outcome.LOCKS, Outcome.CROWDED]
    assert sum(outcome != Outcome.CROWDED for outcome in tried) == 8


async def test_a_link_opens_where_others_have_locked_the_codes(
    talk: Talk,
    settings: LazySettings,
    resort: Property,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.BOOKING_CODE_TRIES_ADDRESS = 2
    await database_threads.run(tire_out_codes, resort, "hotel")
    request = partial(TurnRequest, caller="hotel")
    monkeypatch.setattr(single_question, "TurnRequest", request)
    answer = (await talk.say(WHO))["answer"]
    assert "cannot try any more codes" in answer
    assert "I can send a link." in answer
    await talk.say("maria@example.com")
    assert await BookingLink.objects.filter(contact="maria@example.com").aexists()


def tire_out_codes(place: Property, address: str) -> None:
    for _ in range(2):
        caller = Caller(place.pk, uuid4(), address)
        access.prove(caller, Credentials("MS0000", "alvarez"), timezone.now())


def test_each_try_waits_longer(mohegan: Property, settings: LazySettings) -> None:
    settings.BOOKING_CODE_PAUSE_SECONDS = 1
    caller, pauses = Caller(mohegan.pk, uuid4()), []
    for _ in range(5):
        pauses.append(access.pause_seconds(caller))
        access.prove(caller, Credentials("MS0000", "alvarez"), timezone.now())
    assert pauses == [0, 1, 2, 4, 8]


def test_tries_of_others_at_an_address_slow_nobody_down_at_first(
    mohegan: Property, settings: LazySettings
) -> None:
    settings.BOOKING_CODE_PAUSE_SECONDS = 1
    guess, pauses = Credentials("MS0000", "alvarez"), []
    for _ in range(20):
        caller = Caller(mohegan.pk, uuid4(), "a hotel's address")
        pauses.append(access.pause_seconds(caller))
        access.prove(caller, guess, timezone.now())
    assert pauses == [0] * 16 + [1, 2, 4, 8]


def test_old_tries_are_forgotten(mohegan: Property) -> None:
    caller = Caller(mohegan.pk, uuid4())
    for _ in range(5):
        access.prove(caller, Credentials("MS0000", "alvarez"), timezone.now())
    CodeTries.objects.update(last_at=timezone.now() - timedelta(minutes=61))
    assert access.prove(caller, Credentials("MS0000", "x"), timezone.now()) == (
        Outcome.WRONG
    )
    CodeTries.objects.update(last_at=timezone.now() - timedelta(minutes=61))
    assert tries.forget_old() == 1


async def test_it_ends_after_two_hours(talk: Talk) -> None:
    await talk.say(WHO)
    over = timezone.now() - timedelta(seconds=1)
    await database_threads.run(lambda: BookingAccess.objects.update(expires_at=over))
    assert "reservation code" in (await talk.say("When is my dinner?"))["answer"]


async def test_another_name_closes_the_bookings_before(
    talk: Talk, resort: Property
) -> None:
    await database_threads.run(
        lambda: dinner_at(resort, code="MS-8888", family_name="Stone", what="Tuscany")
    )
    await talk.say(WHO)
    await talk.say("Stone, MS-8888")
    answer = (await talk.say("What have I booked?"))["answer"]
    assert "Tuscany" in answer
    assert "Ballo" not in answer


async def test_all_bookings_of_the_guest_open(
    talk: Talk, resort: Property, dinner: Reservation
) -> None:
    await database_threads.run(_further_booking, resort, dinner)
    answer = (await talk.say(WHO, "What have I booked?"))["answer"]
    assert "Mandara Spa" in answer
    assert "Somebody" not in answer


def _further_booking(place: Property, dinner: Reservation) -> None:
    """One of the same guest, and one of somebody with the same name."""
    guest = factories.GuestFactory.create(property=place)
    Reservation.objects.filter(pk=dinner.pk).update(guest=guest)
    dinner_at(place, code="MS-5555", what="Mandara Spa", guest=guest)
    dinner_at(place, code="MS-6666", what="Somebody else")


@pytest.mark.parametrize(
    ("text", "contact"),
    [
        ("maria.alvarez+spa@Example.co.uk.", "maria.alvarez+spa@example.co.uk"),
        ("my number is (860) 555-0142", "+18605550142"),
        ("+44 20 7946 0958", "+442079460958"),
        ("MS-4F7K, Alvarez", ""),
        ("482913", ""),
    ],
)
def test_it_reads_where_a_link_may_go(text: str, contact: str) -> None:
    assert codes.contact(text, is_asked_for=False) == contact
