"""Guests ask about their own bookings; each answer says where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest

from apps.concierge import replies
from apps.conversations.turns.bookings.words import phrases
from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Reservation
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    Talk,
    dinner_at,
    evening,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort")


@pytest.fixture
def stay(resort: Property) -> Reservation:
    return room_at(
        resort,
        code="MS-4F7K",
        amount=Decimal("540.00"),
        deposit=Decimal("100.00"),
        deposit_state=Reservation.Deposit.HELD,
        party=3,
    )


@pytest.mark.parametrize(
    ("language", "leaving", "comedy"),
    [
        ("en", "when do we check out", "what time does the comedy thing start"),
        ("es", "¿cuándo dejamos la habitación?", "¿a qué hora empieza la comedia?"),
        ("fr", "quand doit-on quitter la chambre ?", "quand commence la comédie ?"),
    ],
)
async def test_the_end_of_a_stay_and_what_is_played_mean_the_guests_own(
    resort: Property,
    begin_talk: Callable[..., Talk],
    language: str,
    leaving: str,
    comedy: str,
) -> None:
    await database_threads.run(_stay_and_ticket, resort)
    talk = begin_talk(language).with_codes("MS-ROOM1", "MS-SHOW1")
    assert "11:00" in (await talk.say(leaving))["answer"]
    answer = (await talk.say(comedy))["answer"]
    assert "Laughs at Nine" in answer
    assert "11:00" not in answer


def _stay_and_ticket(place: Property) -> None:
    room_at(place)
    show = factories.ShowFactory.create(
        property=place, name="Laughs at Nine", genre="Stand-up comedy"
    )
    dinner_at(
        place,
        code="MS-SHOW1",
        kind=Reservation.Kind.TICKET,
        what=show.name,
        item=show,
        starts_at=evening(place, 2),
    )


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("When is my dinner?", "7:00 PM"),
        ("Where is my dinner?", "Mohegan Sun"),
        ("How many people is my table for?", "2 people"),
        ("How much did I pay for my dinner?", "No amount is recorded"),
        ("Is my deposit back?", "No deposit is recorded"),
        ("Until when can I cancel my dinner?", "7:00 PM"),
        ("What have I booked?", "Ballo Italian Restaurant"),
        ("What were my last five stays?", "no earlier booking"),
        ("Do I have any open requests?", "asked for nothing"),
        ("what have i asked for so far?", "asked for nothing"),
        ("how many are we at ballo now", "2 people"),
    ],
)
async def test_a_question_about_the_only_booking(
    question: str, words: str, talk: Talk, dinner: Reservation
) -> None:
    result = await talk.with_codes(DINNER).say(question)
    assert result["route"] == "bookings"
    assert words in result["answer"]


async def test_a_fact_is_cited_with_its_row_its_field_and_its_age(
    talk: Talk, dinner: Reservation
) -> None:
    result = await talk.with_codes(DINNER).say("When is my dinner?")
    [citation] = result["citations"]
    assert citation["title"] == "Ballo Italian Restaurant"
    assert citation["field_label"] == "Time"
    assert citation["quote"] in result["answer"]
    assert citation["updated_at"] == dinner.updated_at.isoformat()
    assert "MS-4F7K" not in str(result["citations"])


async def test_what_was_paid_and_what_is_held(talk: Talk, stay: Reservation) -> None:
    paid = await talk.with_codes(DINNER).say("How much did my room cost?")
    assert "$540 in all" in paid["answer"]
    assert "deposit of $100" in paid["answer"]
    assert "still held" in (await talk.say("Is my deposit back?"))["answer"]


async def test_a_question_goes_on_about_the_booking_of_the_answer_before(
    talk: Talk, resort: Property, stay: Reservation
) -> None:
    await database_threads.run(_of_one_guest, resort, stay)
    await talk.with_codes(DINNER).say("When is my dinner?")
    assert "2 people" in (await talk.say("And for how many people?"))["answer"]
    await talk.say("When is my room?")
    assert "3 people" in (await talk.say("And for how many people?"))["answer"]


@pytest.mark.parametrize(
    ("language", "texts", "words"),
    [
        ("en", ["When is my dinner?", "how many ppl"], "2 people"),
        ("en", ["When is my room?", "how much each"], "$540"),
        ("en", ["When is my dinner?", "and the room?"], "Deluxe Room"),
        ("es", ["¿qué he pedido hasta ahora?"], "No ha pedido nada"),
        ("fr", ["qu'est-ce que j'ai demandé ?"], "Vous n'avez rien demandé"),
        ("es", ["¿Cuándo es mi cena?", "¿y la habitación?"], "Deluxe Room"),
        ("fr", ["Quand est mon dîner ?", "et la chambre ?"], "Deluxe Room"),
        (
            "fr",
            ["Quand est mon dîner ?", "c'est pour combien de personnes ?"],
            "2 pers",
        ),
    ],
)
async def test_short_questions_go_on_about_bookings(
    begin_talk: Callable[..., Talk],
    resort: Property,
    stay: Reservation,
    language: str,
    texts: list[str],
    words: str,
) -> None:
    await database_threads.run(_of_one_guest, resort, stay)
    answer = (await begin_talk(language).with_codes(DINNER).say(*texts))["answer"]
    assert words in answer


async def test_what_is_to_come_is_listed_after_an_answer_about_what_is_over(
    talk: Talk, resort: Property, dinner: Reservation
) -> None:
    spa = {"kind": Reservation.Kind.SPA, "code": "MS-SPA1", "what": "Massage"}
    await database_threads.run(
        lambda: dinner_at(resort, starts_at=evening(resort, -1), **spa)
    )
    talk = talk.with_codes(DINNER, "MS-SPA1")
    answer = (await talk.say("when was my massage?", "are we all set"))["answer"]
    assert "Ballo Italian Restaurant" in answer


def _of_one_guest(place: Property, stay: Reservation) -> None:
    stay.guest = factories.GuestFactory.create(property=place)
    stay.save()
    dinner_at(place, code="MS-DINE", guest=stay.guest)


async def test_the_last_stays_come_with_what_they_cost(
    talk: Talk, resort: Property
) -> None:
    await database_threads.run(_twenty_stays, resort)
    answer = (await talk.with_codes(DINNER).say("Show me my last stays"))["answer"]
    assert answer.count("Deluxe Room") == 15
    assert "In all $1,500." in answer
    three = (await talk.say("My last three stays?"))["answer"]
    assert three.count("Deluxe Room") == 3
    assert "In all $300." in three


def _twenty_stays(place: Property) -> None:
    guest = factories.GuestFactory.create(property=place)
    dinner_at(place, guest=guest)
    for number in range(1, 21):
        arrival = evening(place) - timedelta(days=30 * number)
        room_at(
            place,
            code=f"MS-OLD{number}",
            guest=guest,
            starts_at=arrival,
            ends_at=arrival + timedelta(days=2),
            amount=Decimal(100),
            state=Reservation.State.COMPLETED,
        )


async def test_it_is_too_late_once_the_window_is_over(
    talk: Talk, resort: Property
) -> None:
    await database_threads.run(
        lambda: dinner_at(resort, starts_at=evening(resort, 1).replace(hour=0))
    )
    answer = (await talk.with_codes(DINNER).say("Can I still cancel my dinner?"))[
        "answer"
    ]
    assert "could be cancelled until" in answer
    assert "so it is late" in answer
    assert resort.phone in answer


@pytest.mark.parametrize(
    ("language", "question", "words"),
    [
        ("es", "¿Cuándo es mi cena?", "19:00"),
        ("es", "¿Para cuántas personas es mi reserva?", "2 personas"),
        ("fr", "À quelle heure est mon dîner ?", "19:00"),
        ("fr", "Mon acompte a-t-il été rendu ?", "Aucun acompte"),
        ("fr", "combien j'ai versé d'acompte ?", "Aucun acompte"),
        ("es", "¿cuánto dejamos de depósito?", "depósito"),
        ("de", "Wann ist mein Abendessen?", ", 19:00 Uhr"),
        ("de", "Für wie viele Personen ist mein Tisch?", "2 Personen"),
        ("it", "A che ora è la mia cena?", ", ore 19:00"),
        ("it", "Ho diritto a riavere la mia caparra?", "nessun deposito"),
    ],
)
async def test_in_the_language_of_the_guest(
    language: str,
    question: str,
    words: str,
    begin_talk: Callable[..., Talk],
    dinner: Reservation,
) -> None:
    guest = begin_talk(language)
    assert words in (await guest.say(question, "Alvarez MS-4F7K"))["answer"]


@pytest.mark.parametrize(
    "text",
    [
        "What time does Tuscany close?",
        "Do you offer late checkout?",
        "How much is a late check-out?",
        "Book me a table for two at Ballo",
        "Can I cancel for free?",
        "Where can I leave my luggage?",
        "Is there a cancellation fee?",
        "Are there towels at the pool?",
        "¿Dónde está mi coche?",
        "Quels restaurants avez-vous ?",
        "Is my wife allowed to bring her dog?",
        "a qué hora es el desayuno",
        "Hows parking, wifi, and late checkout",
        "Can someone call me a taxi?",
        "Do I need to bring towels?",
        "What do I pay for a margarita?",
        "What time does housekeeping clean the room?",
    ],
)
def test_questions_about_the_resort_are_for_its_records(text: str) -> None:
    assert phrases.read(text) is None


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "what happens if I cancel my table late?", "what it costs to cancel"),
        ("en", "cost to cancel an event", "what it costs to cancel"),
        ("en", "cancel policy if one of us drops out", "what it costs to cancel"),
        ("en", "do you charge if we don't show up", "what it costs to cancel"),
        ("es", "¿cuánto cuesta cancelar una cena?", "cuánto cuesta cancelar"),
        ("fr", "frais d'annulation du dîner", "ce que coûte une annulation"),
    ],
)
async def test_the_records_are_asked_what_it_costs_to_cancel(
    begin_talk: Callable[..., Talk],
    dinner: Reservation,
    language: str,
    text: str,
    words: str,
) -> None:
    answer = (await begin_talk(language).say(text))["answer"]
    assert words in answer


async def test_a_known_guest_hears_until_when_he_can_cancel(
    begin_talk: Callable[..., Talk], dinner: Reservation
) -> None:
    talk = begin_talk("en").with_codes(dinner.code)
    answer = (await talk.say("what happens if I cancel my table late?"))["answer"]
    assert "what it costs to cancel" not in answer


async def test_where_nothing_is_booked_guests_hear_whom_to_call(
    talk: Talk, resort: Property
) -> None:
    result = await talk.say("I want to cancel my dinner")
    assert result["route"] == "action_request"
    assert resort.phone in result["answer"]


async def test_a_property_may_switch_it_off(
    talk: Talk, resort: Property, dinner: Reservation
) -> None:
    await database_threads.run(
        lambda: resort.feature_flags.create(key="bookings", is_on=False)
    )
    assert (await talk.say("I want to cancel my dinner"))["route"] == "action_request"


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "When is the dinner of Haddad?"),
        ("en", "when is Haddad's dinner?"),
        ("en", "cancel the dinner of Mr. Haddad"),
        ("es", "¿Cuándo es la cena de Haddad?"),
        ("fr", "Quand est le dîner de Haddad ?"),
    ],
)
async def test_a_booking_of_somebody_else_is_not_answered_by_the_guests_own(
    dinner: Reservation, begin_talk: Callable[..., Talk], language: str, question: str
) -> None:
    result = await begin_talk(language).with_codes(DINNER).say(question)
    privacy = replies.say("patron_privacy", language, phone=dinner.property.phone)
    assert result["answer"] == privacy
    assert not result["requests"]


@pytest.mark.parametrize(
    "question",
    [
        "When is the dinner of Alvarez?",
        "when is Álvarez's dinner?",
        "when is my dinner",
    ],
)
async def test_the_guests_own_name_is_no_other(
    dinner: Reservation, talk: Talk, question: str
) -> None:
    assert "7:00 PM" in (await talk.with_codes(DINNER).say(question))["answer"]


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "What bookings do I have?"),
        ("en", "which reservations have we made"),
        ("fr", "Quelles réservations ai-je ?"),
    ],
)
async def test_who_asks_for_his_bookings_is_asked_who_he_is(
    dinner: Reservation, begin_talk: Callable[..., Talk], language: str, question: str
) -> None:
    answer = (await begin_talk(language).say(question))["answer"]
    assert replies.say("booking_who", language) in answer
