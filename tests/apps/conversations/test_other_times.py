"""After a list or a place the guest names another time, and nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest

from apps.conversations import single_question
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.resorts import FRIDAY

pytestmark = pytest.mark.usefixtures("without_key")
LATE = {"Ballo Italian Restaurant", "Tuscany", "Night Grill"}
NIGHT = {"Ballo Italian Restaurant", "Night Grill"}
EARLY = {"Ballo Italian Restaurant", "The Lantern"}
BOTH = {"Blues Night", "Comedy Hour"}


@adds_rows
def evenings(resort: Property) -> None:
    """Places that open early or late, and shows of today and tomorrow."""
    make = factories.RestaurantFactory.create
    make(property=resort, name="Tuscany", hours=["0-6 17:00-22:00"])
    make(property=resort, name="Night Grill", hours=["0-6 18:00-02:00"])
    make(property=resort, name="The Lantern", hours=["0-6 07:00-11:00"])
    factories.AmenityFactory.create(
        property=resort, aliases=["massage"], hours=["0-6 09:00-20:00"]
    )
    tonight = FRIDAY + timedelta(hours=8)
    for name, price, days in (("Blues Night", 20, (0, 1)), ("Comedy Hour", 35, (0, 1))):
        show = factories.ShowFactory.create(
            property=resort, name=name, is_free=False, price_from=price
        )
        for ahead in days:
            factories.PerformanceFactory.create(
                show=show, starts_at=tonight + timedelta(days=ahead)
            )
    embed_all()


async def last_answer(
    place: Property, turns: TurnRunner, language: str, *texts: str
) -> single_question.TurnResult:
    conversation = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    results = [
        await single_question.ask(turns, conversation, text, FRIDAY, language)
        for text in texts
    ]
    return results[-1]


@pytest.mark.parametrize(
    ("language", "texts", "names"),
    [
        ("en", ["which restaurants are open at 8 am?", "and at 9 tonight?"], LATE),
        ("en", ["restaurants open tonight at 9", "and tomorrow?"], LATE),
        ("en", ["what is open at 9 pm?", "monday at 8 am", "and tuesday?"], EARLY),
        ("en", ["where can i get breakfast?", "and at 9?"], EARLY),
        ("en", ["hi whats good for dinner"], LATE),
        ("en", ["dinner after 11pm sunday"], NIGHT),
        ("en", ["everything open after midnight"], NIGHT),
        ("en", ["show me everything that's open at 1am"], NIGHT),
        ("en", ["can we get dinner saturday night at 1am?"], NIGHT),
        ("en", ["late food at 2am"], {"Ballo Italian Restaurant"}),
        ("es", ["cena después de las 23h el domingo"], NIGHT),
        ("fr", ["dîner après 23h dimanche"], NIGHT),
        ("fr", ["que conseillez-vous pour dîner ?"], LATE),
        ("en", ["any shows tonight?", "and tomorrow night?"], BOTH),
        ("es", ["¿qué espectáculos hay este mes?"], BOTH),
        ("en", ["any shows coming up"], BOTH),
        ("en", ["any shows tonight?", "how much are tickets?"], BOTH),
        ("es", ["¿qué restaurantes están abiertos a las 21h?", "¿y el domingo?"], LATE),
        ("fr", ["quels restaurants sont ouverts ce soir à 21h ?", "et demain ?"], LATE),
        ("fr", ["quels spectacles y a-t-il ce soir ?", "et demain soir ?"], BOTH),
    ],
)
async def test_a_list_is_made_anew(
    evenings: Property,
    turns: TurnRunner,
    language: str,
    texts: list[str],
    names: set[str],
) -> None:
    result = await last_answer(evenings, turns, language, *texts)
    assert {card["title"] for card in result["cards"]} == names


@pytest.mark.parametrize(
    ("language", "texts", "words"),
    [
        ("en", ["is Tuscany open tonight?", "tomorrow at 8"], ["Yes", "8:00 PM"]),
        ("en", ["tell me about Tuscany", "and if we come at 10?"], ["No.", "10:00 PM"]),
        ("en", ["Tuscany sunday at 9"], ["Yes.", "Sunday", "9:00 PM"]),
        ("es", ["¿dónde está Tuscany?", "¿y si llegamos a las 9?"], ["Sí.", "9:00"]),
        ("fr", ["où est Tuscany ?", "et si on vient à 22h ?"], ["Non.", "22 h"]),
        ("en", ["is Tuscany open at 9 pm?", "and sunday?"], ["Sunday", "9:00 PM"]),
        ("es", ["¿está abierto Tuscany hoy?", "mejor el domingo"], ["domingo"]),
        ("fr", ["une table chez Tuscany ce soir à 20h"], ["20 h"]),
        (
            "en",
            ["table for 4 at Tuscany sunday at 8pm", "actually make it monday"],
            ["Monday", "8:00 PM"],
        ),
        (
            "en",
            ["is Tuscany open today?", "can you seat us at 6pm sunday"],
            ["Sunday", "6:00 PM"],
        ),
        (
            "en",
            [
                "is Night Grill open?",
                "ok go with Tuscany then, can you book it for 2 tomorrow 7pm",
            ],
            ["Tuscany", "7:00 PM"],
        ),
        (
            "fr",
            [
                "une table pour 2 chez Tuscany samedi à 19h",
                "finalement plutôt dimanche à 20h",
            ],
            ["dimanche", "20 h"],
        ),
    ],
)
async def test_a_place_is_told_for_that_time(
    evenings: Property,
    turns: TurnRunner,
    language: str,
    texts: list[str],
    words: list[str],
) -> None:
    result = await last_answer(evenings, turns, language, *texts)
    assert [word for word in words if word not in result["answer"]] == []
    assert {card["title"] for card in result["cards"]} == {"Tuscany"}


@pytest.mark.parametrize(
    ("language", "texts", "word"),
    [
        ("en", ["The Lantern sunday at 9"], "9:00 AM"),
        ("en", ["massage on sunday at 10"], "10:00 AM"),
        ("en", ["tell me about Mandara Spa", "and if we come at 11?"], "11:00 AM"),
        ("en", ["Mandara Spa sunday at 3"], "3:00 PM"),
        ("es", ["háblame de Mandara Spa", "¿y el domingo a las 10?"], "10:00"),
        ("fr", ["parlez-moi de Mandara Spa", "et dimanche à 10h ?"], "10 h"),
    ],
)
async def test_the_opening_hours_tell_the_half_of_the_day(
    evenings: Property,
    turns: TurnRunner,
    language: str,
    texts: list[str],
    word: str,
) -> None:
    result = await last_answer(evenings, turns, language, *texts)
    assert result["answer"].startswith(("Yes.", "Sí.", "Oui."))
    assert word in result["answer"]


@pytest.mark.parametrize(
    ("language", "texts", "words"),
    [
        ("en", ["Bow & Arrow sunday at 9"], "Yes. Bow & Arrow"),
        ("en", ["bow and arrow, sunday at 9"], "Yes. Bow & Arrow"),
        ("en", ["tell me about Tuscany", "Bow & Arrow tomorrow at 8"], "Bow & Arrow"),
        ("es", ["Bow & Arrow el domingo a las 21h"], "Sí. Bow & Arrow"),
        ("fr", ["Bow & Arrow dimanche à 21h"], "Oui. Bow & Arrow"),
        (
            "en",
            ["how much is Mandara Spa", "anything cheaper", "and tomorrow at 9?"],
            "Yes. Mandara Spa",
        ),
        (
            "en",
            ["massage on sunday at 10", "anything cheaper?", "tomorrow at 11"],
            "Yes. Mandara Spa",
        ),
        (
            "es",
            ["¿cuánto cuesta Mandara Spa?", "¿algo más barato?", "¿y mañana a las 10?"],
            "Mandara Spa",
        ),
    ],
)
async def test_the_place_stays_the_same(
    evenings: Property,
    turns: TurnRunner,
    language: str,
    texts: list[str],
    words: str,
) -> None:
    await database_threads.run(_add_pub, evenings)
    assert words in (await last_answer(evenings, turns, language, *texts))["answer"]


def _add_pub(place: Property) -> None:
    hours = ["0-6 11:00-02:00"]
    factories.RestaurantFactory.create(property=place, name="Bow & Arrow", hours=hours)
    for name in ("The Shops", "Game Hall"):
        factories.AmenityFactory.create(
            property=place, name=name, sort="shopping", hours=["0-6 10:00-21:00"]
        )
    embed_all()


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["are children allowed at Tuscany?", "and at 9 pm?"]),
        ("en", ["is Tuscany good for kids", "what about tomorrow at 9 pm"]),
        ("en", ["tell me about Tuscany", "can my 15 year old come in?", "and at 8?"]),
        ("en", ["can my 15 year old come to Tuscany at 8 pm?"]),
        ("es", ["¿pueden entrar niños en Tuscany?", "¿y a las 21h?"]),
        ("fr", ["les enfants sont-ils admis chez Tuscany ?", "et à 21h ?"]),
    ],
)
async def test_opening_hours_are_no_leave_for_children(
    evenings: Property, turns: TurnRunner, language: str, texts: list[str]
) -> None:
    result = await last_answer(evenings, turns, language, *texts)
    assert not result["answer"].startswith(("Yes", "Sí", "Oui"))
    assert "Tuscany" in result["answer"] or "1-888" in result["answer"]


async def test_a_place_for_children_is_open_all_the_same(
    evenings: Property, turns: TurnRunner
) -> None:
    hours = ["0-6 09:00-21:00"]
    await database_threads.run(_add_kids_club, evenings, hours)
    texts = ["tell me about Kids Quest", "and tomorrow at 8 pm?"]
    answer = (await last_answer(evenings, turns, "en", *texts))["answer"]
    assert answer.startswith("Yes. Kids Quest is open")


def _add_kids_club(place: Property, hours: list[str]) -> None:
    factories.AmenityFactory.create(
        property=place, name="Kids Quest", sort="activity", hours=hours
    )
    embed_all()
