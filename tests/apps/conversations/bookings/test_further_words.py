"""Ways to say it that guests used and nobody had thought of."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from apps.conversations.turns.bookings.words import phrases, spoken_numbers
from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request, Reservation
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import (
    ROOM,
    WHO,
    Talk,
    dinner_at,
    evening,
    only_request,
    room_at,
)

MEANINGS = {
    "can dinner be 9 instead?": "change",
    "add one more person to dinner": "change",
    "make dinner for 400 people": "change",
    "we're running 20 minutes late for dinner": "change",
    "can you cancel everything for tomorrow": "cancel",
    "whats on my itinerary": "upcoming",
    "do i have anything booked for tomorrow": "upcoming",
    "how much have I spent with you in total?": "stays",
    "can I get a wake up call at 7am": "wake_up",
    "I want my money back for the massage": "refund",
    "can I get a refund for the show?": "refund",
    "there's a charge on my bill that isn't mine": "billing",
    "I was charged twice": "billing",
    "I'd like to make a complaint": "complaint",
    "can I get a refund if I cancel?": "",
    "is there a charge on my card for parking?": "",
    "please don't wake me up tomorrow": "",
    "me devuelven el dinero si no hay nieve?": "",
    "ab wann kann man ins Zimmer?": "",
    "\u660e\u65e9\u4e0d\u7528\u53eb\u9192\u6211": "",
    "what is your refund policy?": "",
    "can I speak to someone about my reservation": "",
    "¿qué reservas tengo?": "upcoming",
    "vamos a ser cuatro para la cena": "change",
    "ya no vamos a ir al show": "unwanted",
    "me pueden despertar a las siete": "wake_up",
    "o ar condicionado não funciona": "maintenance",
    "quero fazer check-in mais cedo": "early_checkin",
    "quero um upgrade de quarto": "upgrade",
    "quanto paguei pelo meu quarto?": "paid",
    "até quando posso cancelar o jantar?": "deadline",
    "meu depósito foi devolvido?": "deposit",
    "podem me ligar?": "callback",
    "para quantas pessoas é o meu jantar?": "party",
    "alguém pode ajudar com as malas?": "luggage",
    "podem arrumar o quarto 1204?": "cleaning",
    "Können wir erst um 14 Uhr auschecken?": "late_checkout",
    "Könnten Sie zwei Handtücher bringen?": "items",
    "Die Klimaanlage funktioniert nicht": "maintenance",
    "Welche Reservierungen habe ich?": "upcoming",
    "Wie viel habe ich für mein Zimmer bezahlt?": "paid",
    "Kann ich früher einchecken?": "early_checkin",
    "Bekomme ich meine Anzahlung zurück?": "deposit",
    "Bitte rufen Sie mich zurück": "callback",
    "Bis wann kann ich mein Abendessen stornieren?": "deadline",
    "Was hat sich an meinen Buchungen geändert?": "changes",
    "Gibt es Neues zu meiner Anfrage?": "news",
    "Haben Sie einen Link zur Speisekarte?": "",
    "Ich möchte einen Tisch reservieren": "",
    "Vorrei spostare la cena alle nove": "change",
    "Saremo in quattro per la cena": "change",
    "Non mi serve più il tavolo": "unwanted",
    "Quali prenotazioni ho?": "upcoming",
    "Dov'è il mio massaggio?": "where",
    "Possiamo fare il check-out alle 13?": "late_checkout",
    "Ci servono due asciugamani": "items",
    "L'aria condizionata non funziona": "maintenance",
    "Quanto ho pagato?": "paid",
    "Fino a quando posso disdire la cena?": "deadline",
    "Mi hanno addebitato due volte la cena": "billing",
    "Vorrei prenotare un tavolo": "",
    "Dove posso lasciare i bagagli?": "",
    "905房间的空调坏了": "maintenance",
    "可以提前入住吗?": "early_checkin",
    "我的押金退了吗?": "deposit",
    "我的房间多少钱?": "paid",
    "请给我回电话": "callback",
    "我的晚餐订了几个人?": "party",
    "可以升级房间吗?": "upgrade",
    "最晚什么时候可以取消晚餐?": "deadline",
}


@pytest.mark.parametrize(("text", "meaning"), MEANINGS.items())
def test_it_reads_what_is_meant(text: str, meaning: str) -> None:
    message = phrases.read(text)
    assert (message.meaning if message else "") == meaning


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("请送两条毛巾到1204房间", "1204"),
        ("905号房的空调坏了", "905"),
    ],
)
def test_it_reads_chinese_rooms(text: str, number: str) -> None:
    assert spoken_numbers.room(text) == number


@pytest.fixture
def booked(resort: Property) -> list[Reservation]:
    """A room, a table for two at seven, and a massage in the afternoon after."""
    values: dict[str, Any] = {"guest": factories.GuestFactory.create(property=resort)}
    massage = evening(resort, 4).replace(hour=15)
    times = {"starts_at": massage, "ends_at": massage + timedelta(hours=1)}
    spa = {"kind": Reservation.Kind.SPA, "code": "MS-SPA1", "what": "Swedish massage"}
    return [
        room_at(resort, **values),
        dinner_at(resort, **values),
        dinner_at(resort, **spa, **times, **values),
    ]


async def asked_for() -> list[str]:
    """Of each request: “change Ballo 20:30 3”."""
    rows = Request.objects.select_related("reservation").order_by("created_at")
    return [_line(row) for row in await database_threads.run(list, rows)]


def _line(row: Request) -> str:
    wish, what = row.wish, row.reservation.what.split()[0] if row.reservation else "-"
    clock = str(wish.get("starts_at", ""))[11:16]
    values = [row.kind, what, clock, str(wish.get("party", "")), wish.get("room", "")]
    return " ".join(filter(None, values))


@pytest.mark.usefixtures("without_key", "booked")
@pytest.mark.parametrize(
    ("language", "texts", "results"),
    [
        ("en", ["bump my dinner to half eight"], ["change Ballo 20:30"]),
        ("en", ["can dinner be 9 instead?"], ["change Ballo 21:00"]),
        ("en", ["add one more person to dinner"], ["change Ballo 3"]),
        ("en", ["running 20 minutes late for dinner"], ["change Ballo 19:20"]),
        (
            "en",
            ["push the massage back an hour", "actually make it two hours"],
            ["change Swedish 17:00"],
        ),
        ("en", ["show my bookings", "cancel the second one"], ["cancel Ballo"]),
        ("en", ["can we do Ballo half an hour earlier"], ["change Ballo 18:30"]),
        ("en", ["can we be 7 at dinner"], ["change Ballo 7"]),
        ("en", ["may I bring one additional guest to dinner"], ["change Ballo 3"]),
        ("es", ["¿podemos ser 7 en la cena?"], ["change Ballo 7"]),
        ("es", ["¿cuándo es mi cena?", "retrásala media hora"], ["change Ballo 19:30"]),
        ("fr", ["peut-on être 7 au dîner ?"], ["change Ballo 7"]),
        (
            "fr",
            ["quand est mon dîner ?", "décalez d'une demi-heure"],
            ["change Ballo 19:30"],
        ),
        ("es", ["¿a qué hora es mi masaje?", "cancélalo"], ["cancel Swedish"]),
        ("es", ["¿qué reservas tengo?", "cancela la tercera"], ["cancel Swedish"]),
        ("pt", ["quando é meu jantar?", "cancele"], ["cancel Ballo"]),
        ("zh", ["我有哪些预订?", "取消第二个"], ["cancel Ballo"]),
        ("de", ["Wann ist meine Massage?", "Stornieren Sie sie"], ["cancel Swedish"]),
        ("it", ["Dov'è la mia cena?", "La annulli, per favore"], ["cancel Ballo"]),
        ("en", ["wake me up at 7 in room 1204"], ["service - 1204"]),
    ],
    ids=lambda value: value[-1] if isinstance(value, list) else "",
)
async def test_it_asks_for_what_is_meant(
    begin_talk: Any, language: str, texts: list[str], results: list[str]
) -> None:
    await begin_talk(language).say(WHO, *texts)
    assert await asked_for() == results


@pytest.mark.usefixtures("without_key", "booked")
async def test_what_is_said_of_a_repair_belongs_to_it(talk: Talk) -> None:
    text = "could someone come fix the AC in 2210, it's dripping"
    await talk.say(text)
    request = await database_threads.run(Request.objects.get)
    assert request.wish["text"] == text
    assert request.department == "Engineering"


@pytest.mark.parametrize(
    ("language", "text", "until"),
    [
        ("en", "late checkout? like 1pm", "13:00"),
        ("en", "late check out please, say noon", "12:00"),
        ("en", "can we leave later? 1pm would be great", "13:00"),
        ("es", "¿salida tardía? a las 13:00", "13:00"),
        ("fr", "départ tardif ? vers 13h", "13:00"),
    ],
)
@pytest.mark.usefixtures("booked")
async def test_the_hour_may_follow_the_wish(
    begin_talk: Callable[..., Talk],
    language: str,
    text: str,
    until: str,
) -> None:
    answer = (await begin_talk(language).with_codes(ROOM).say(text))["answer"]
    request = await only_request()
    assert (request.kind, request.wish["until"]) == ("late_checkout", until)
    assert "11:00" not in answer
