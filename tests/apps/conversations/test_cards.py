"""What stands beside an answer: a card for a row, a source alone for a question."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
import pytest_asyncio
from django.utils import timezone

from apps.catalog.models import Restaurant, Tower
from apps.conversations import history, single_question
from apps.conversations.models import Conversation, Message
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.knowledge.search import cards
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")


@adds_rows
def suite(resort: Property) -> None:
    tower = factories.TowerFactory.create(property=resort)
    factories.RoomFactory.create(property=resort, in_tower=tower, size_sqft=650)
    embed_all()


async def test_a_room_has_a_card_with_its_tower_and_facts(
    suite: Property, turns: TurnRunner
) -> None:
    result = await ask(suite, turns, "How much is the Junior Suite?")
    [card] = result["cards"]
    assert (card["title"], card["subtitle"]) == ("Junior Suite", "Sky Tower")
    on_card, beside_others = ["rate_from", "size_sqft"], ["in_tower", "features"]
    assert list(card["details"]) == on_card + beside_others
    assert "$299" in card["details"]["rate_from"]


async def test_a_tower_has_what_sets_it_apart_from_another_one(
    suite: Property, turns: TurnRunner
) -> None:
    await Tower.objects.aupdate(floor_count=34, room_count=1200)
    await database_threads.run(embed_all)
    result = await ask(suite, turns, "\u00bfC\u00f3mo es la Sky Tower?", "es")
    [card] = [own for own in result["cards"] if own["kind"] == "tower"]
    details = card["details"]
    assert (details["floor_count"], details["room_count"]) == ("34", "1,200")


async def test_an_answer_of_staff_has_a_source_and_no_card(
    suite: Property, turns: TurnRunner
) -> None:
    result = await ask(suite, turns, "Is parking free?")
    assert result["cards"] == []
    assert [source["title"] for source in result["citations"]] == ["Is parking free?"]
    assert "[1]" in result["answer"]


SUNDAY = datetime.fromisoformat("2026-11-22T15:00:00-05:00")


@adds_rows
def concerts(resort: Property) -> None:
    """The Fab Faux play tonight and on Thursday."""
    show = factories.ShowFactory.create(property=resort)
    for starts_at in ("2026-11-22T20:00:00-05:00", "2026-11-26T20:00:00-05:00"):
        factories.PerformanceFactory.create(show=show, starts_at=starts_at)
    embed_all()


@pytest.mark.parametrize(
    ("text", "language", "label"),
    [
        (
            "Do The Fab Faux play on Thursday?",
            "en",
            "on Thursday, November 26 at 8:00 PM",
        ),
        ("When do The Fab Faux play?", "en", "tonight at 8:00 PM"),
        ("Do The Fab Faux play tonight?", "en", "tonight at 8:00 PM"),
    ],
)
async def test_the_card_of_a_show_tells_the_performance_that_is_asked_about(
    concerts: Property, turns: TurnRunner, text: str, language: str, label: str
) -> None:
    conversation = await database_threads.run(
        single_question.conversation_of, concerts, None, "web"
    )
    result = await single_question.ask(turns, conversation, text, SUNDAY, language)
    [card] = result["cards"]
    assert card["next"]["label"] == label


@adds_rows
def tuscany(resort: Property) -> None:
    hours = ["2-6 17:00-22:00"]
    factories.RestaurantFactory.create(property=resort, name="Tuscany", hours=hours)
    embed_all()


async def test_the_card_of_a_place_tells_if_it_is_open_at_the_time_asked_about(
    tuscany: Property, turns: TurnRunner
) -> None:
    for text, language, label in (
        ("Is Tuscany open tonight at 7?", "en", "Open tonight at 7:00 PM"),
        ("Tuscany est ouvert demain à 20h ?", "fr", "Fermé demain à 20 h"),
        ("¿Abre Tuscany el miércoles?", "es", "miércoles 25 de noviembre: de las 5:00"),
        ("When is Tuscany open?", "en", "Closed now; opens today at 5:00 PM"),
        ("Is Tuscany open on Christmas?", "en", ""),
    ):
        conversation = await database_threads.run(
            single_question.conversation_of, tuscany, None, "web"
        )
        result = await single_question.ask(turns, conversation, text, SUNDAY, language)
        [card] = result["cards"]
        state = card["state"] or {"label": ""}
        assert state["label"].startswith(label), result["answer"]
        assert bool(state["label"]) == bool(label)
        message = await Message.objects.aget(turn=result["turn"], role="concierge")
        [shown] = cards.read_again(message.cards, SUNDAY, language)
        assert shown["state"] == card["state"]
        # Its hours were just told.
        hours = ("When is Tuscany", "¿Cuándo abre", "Quand Tuscany")
        assert not any(chip.startswith(hours) for chip in message.followups)


@pytest_asyncio.fixture
async def old_answer(concerts: Property, turns: TurnRunner) -> Message:
    """Given this afternoon: The Fab Faux play tonight and tomorrow."""
    conversation = await database_threads.run(
        single_question.conversation_of, concerts, None, "web"
    )
    text = "When do The Fab Faux play?"
    result = await single_question.ask(turns, conversation, text, SUNDAY)
    message: Message = await Message.objects.aget(
        turn=UUID(result["turn"]), role="concierge"
    )
    return message


def card_of(message: Message, starts_at: datetime, **state: object) -> dict[str, Any]:
    """The card of a stored answer with this performance, as the page gets it now."""
    [card] = message.cards
    starting = {"starts_at": starts_at.isoformat(), "label": "tonight at 8:00 PM"}
    as_of = (timezone.now() - timedelta(days=2)).isoformat()
    message.cards = [{**card, "next": starting, "state": state, "as_of": as_of}]
    message.save()
    [shown] = history.of(message.conversation_id)["messages"][-1]["cards"]
    return {**shown}


@pytest.mark.asyncio
async def test_a_card_that_is_read_on_another_day_is_about_that_day(
    old_answer: Message,
) -> None:
    now = timezone.now()
    open_state = {"is_open": True, "until": None, "label": "open now until 10:00 PM"}
    past = await database_threads.run(
        card_of, old_answer, now - timedelta(days=1), **open_state
    )
    assert (past["next"], past["state"]) == (None, None)
    coming = await database_threads.run(
        card_of, old_answer, now + timedelta(days=3), **open_state
    )
    assert coming["next"]["label"].startswith("on ")
    assert await Conversation.objects.acount() == 1


@pytest.mark.parametrize(
    ("minutes", "label"),
    [(0, "Open now until 10:00 PM"), (45, "Open now until 10:00 PM, closes soon")],
)
def test_a_card_that_is_read_again_warns_before_closing(
    minutes: int, label: str
) -> None:
    at = datetime(2026, 11, 20, 21, tzinfo=ZoneInfo("America/New_York"))
    until = at + timedelta(hours=1)
    state = {"is_open": True, "until": until.isoformat(), "label": "as it was"}
    card = {"state": state, "as_of": at.isoformat()}
    [shown] = cards.read_again([card], at + timedelta(minutes=minutes), "en")
    assert shown["state"]["label"] == label
    assert cards.read_again([card], until, "en")[0]["state"] is None


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "text",
    [
        "Can we get a table at Ballo tomorrow for four people?",
        "What time does Ballo open tomorrow? We are 4",
    ],
)
async def test_a_link_to_book_has_the_party_of_the_same_message(
    resort: Property, turns: TurnRunner, text: str
) -> None:
    resort.booking_link = "https://book.example/?people={party}&day={date}"
    await database_threads.run(resort.save)
    await database_threads.run(embed_all)
    [card] = (await ask(resort, turns, text))["cards"]
    tomorrow = timezone.localdate(timezone=resort.zone) + timedelta(days=1)
    assert card["booking"] == f"https://book.example/?people=4&day={tomorrow}"


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("text", "language", "people"),
    [
        ("Can we get a table at Ballo tonight for four people?", "en", 4),
        ("Is Ballo open this evening? We are 3", "en", 3),
        ("lunch for 5 at Ballo today", "en", 5),
        ("\u00bfEst\u00e1 abierto Ballo esta noche? Somos 4 personas", "es", 4),
        ("Ballo est ouvert ce soir ? Nous sommes 4 personnes", "fr", 4),
    ],
)
async def test_a_link_to_book_has_the_day_where_it_is_today(
    resort: Property, turns: TurnRunner, text: str, language: str, people: int
) -> None:
    resort.booking_link = "https://book.example/?people={party}&day={date}"
    await database_threads.run(resort.save)
    await database_threads.run(embed_all)
    [card] = (await ask(resort, turns, text, language))["cards"]
    today = timezone.localdate(timezone=resort.zone)
    assert card["booking"] == f"https://book.example/?people={people}&day={today}"


@pytest.mark.asyncio
async def test_the_propertys_link_is_left_out_where_nobody_books(
    concerts: Property, turns: TurnRunner
) -> None:
    concerts.booking_link = "https://book.example/{slug}"
    await database_threads.run(concerts.save)
    bookings = {}
    for reservations in ("Not required", "Recommended"):
        ballo = await Restaurant.objects.aget(property=concerts)
        ballo.reservations = reservations
        await database_threads.run(ballo.save)
        await database_threads.run(embed_all)
        [card] = (await ask(concerts, turns, "When is Ballo open?"))["cards"]
        bookings[reservations] = bool(card["booking"])
    assert bookings == {"Not required": False, "Recommended": True}
    [show] = (await ask(concerts, turns, "What is The Fab Faux?"))["cards"]
    assert (show["title"], show["booking"]) == ("The Fab Faux", "")
