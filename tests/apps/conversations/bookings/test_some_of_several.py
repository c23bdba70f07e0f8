"""Guests mean some of several bookings, and decide on each by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request, Reservation
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    SHOW,
    Talk,
    dinner_at,
    evening,
)

pytestmark = pytest.mark.usefixtures("without_key", "booked")
SPA, BALLO, LAUGHS = "Massage", "Ballo Italian Restaurant", "Laughs at Nine"


@pytest.fixture
def booked(resort: Property) -> None:
    """A massage in two days, a dinner in three and a show in four."""
    values: dict[str, Any] = {"guest": factories.GuestFactory.create(property=resort)}
    dinner_at(resort, **values)
    spa = {"kind": Reservation.Kind.SPA, "code": "MS-SPA1", "what": SPA}
    dinner_at(resort, starts_at=evening(resort, 2), **spa, **values)
    show = {"kind": Reservation.Kind.TICKET, "code": SHOW, "what": LAUGHS}
    dinner_at(resort, starts_at=evening(resort, 4), **show, **values)


async def statuses() -> dict[str, str]:
    """Of each cancellation, by what it cancels."""
    rows = Request.objects.filter(kind="cancel")
    values = rows.values_list("reservation__what", "status")
    return await database_threads.run(lambda: dict(values))


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["cancel my bookings", "the first two"]),
        ("en", ["what have I booked?", "cancel the first two"]),
        ("en", ["cancel my booking", "the first 2 please"]),
        ("es", ["cancela mi reserva", "las dos primeras"]),
        ("fr", ["annulez ma réservation", "les deux premières"]),
    ],
)
async def test_the_first_two_are_two(
    begin_talk: Callable[..., Talk], language: str, texts: list[str]
) -> None:
    await begin_talk(language).with_codes(DINNER).say(*texts)
    assert await statuses() == {SPA: "proposed", BALLO: "proposed"}


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        (
            "en",
            "cancel ballo and the room",
            "I see no booking of yours for this: the room",
        ),
        ("es", "cancela Ballo y la habitación", "para esto: la habitación"),
        ("fr", "annulez Ballo et la chambre", "pour ceci : la chambre"),
    ],
)
async def test_what_is_not_booked_is_said_beside_what_is(
    begin_talk: Callable[..., Talk], language: str, text: str, words: str
) -> None:
    answer = (await begin_talk(language).with_codes(DINNER).say(text))["answer"]
    assert words in answer
    assert await statuses() == {BALLO: "proposed"}


@pytest.mark.parametrize(
    ("language", "wish", "words"),
    [
        ("en", "cancel the show and the massage", "yes to the show, no to the massage"),
        (
            "en",
            "cancel the show and the massage",
            "no to the massage but yes to the show",
        ),
        (
            "en",
            "cancel the show and the massage",
            "yes the show please, not the massage",
        ),
        ("es", "cancela el espectáculo y el masaje", "sí al espectáculo, no al masaje"),
        (
            "fr",
            "annulez le spectacle et le massage",
            "oui pour le spectacle, non pour le massage",
        ),
        ("en", "cancel the show and the massage", "yes but don't cancel the massage"),
        ("en", "cancel the show and the massage", "yes, everything except the massage"),
        ("en", "cancel the show and the massage", "yes to all but the massage"),
        (
            "es",
            "cancela el espectáculo y el masaje",
            "sí, pero el masaje no lo cancele",
        ),
        ("es", "cancela el espectáculo y el masaje", "sí, todo menos el masaje"),
        ("fr", "annulez le spectacle et le massage", "oui, mais pas le massage"),
        ("fr", "annulez le spectacle et le massage", "oui, tout sauf le massage"),
    ],
)
async def test_a_yes_and_a_no_are_each_of_their_own(
    begin_talk: Callable[..., Talk], language: str, wish: str, words: str
) -> None:
    await begin_talk(language).with_codes(DINNER).say(wish, words)
    assert await statuses() == {LAUGHS: "waiting", SPA: "withdrawn"}


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["cancel all but laughs"]),
        ("en", ["cancel everything but leave the show alone"]),
        ("en", ["cancel my bookings apart from the show"]),
        ("en", ["cancel my booking", "all except the show"]),
        ("en", ["cancel my booking", "not the show"]),
        ("en", ["cancel everything", "not the show"]),
        ("en", ["cancel everything", "not the show! just dinner and the massage"]),
        ("es", ["quiero cancelar todo menos el espectáculo"]),
        ("es", ["cancele todas mis reservas", "el espectáculo no"]),
        ("fr", ["annulez tout sauf le spectacle"]),
        ("fr", ["annulez tout", "pas le spectacle"]),
    ],
    ids=lambda value: value[-1] if isinstance(value, list) else value,
)
async def test_what_is_left_out_stays(
    begin_talk: Callable[..., Talk], language: str, texts: list[str]
) -> None:
    yes = {"en": "yes", "es": "sí", "fr": "oui"}[language]
    await begin_talk(language).with_codes(DINNER).say(*texts, yes)
    result = await statuses()
    assert (result.pop(SPA), result.pop(BALLO)) == ("waiting", "waiting")
    assert set(result.values()) <= {"withdrawn"}


async def test_of_all_one_may_be_left_out_and_another_as_well(talk: Talk) -> None:
    text = "cancel everything but leave the show and the massage alone"
    await talk.with_codes(DINNER).say(text)
    assert await statuses() == {BALLO: "proposed"}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "not the massage! just dinner"),
        ("en", "just the dinner, not the massage"),
        ("es", "el masaje no, solo la cena"),
        ("es", "no el masaje, sino la cena"),
        ("fr", "pas le massage, juste le dîner"),
    ],
)
@pytest.mark.parametrize(
    "texts",
    [
        ["cancel everything"],
        ["cancel the massage"],
        ["move dinner to 8pm", "send it", "cancel the first two"],
    ],
    ids=lambda value: value[-1],
)
async def test_what_is_not_meant_makes_way_for_what_is(
    begin_talk: Callable[..., Talk], language: str, texts: list[str], words: str
) -> None:
    await begin_talk(language).with_codes(DINNER).say(*texts, words)
    result = await statuses()
    assert result.pop(BALLO) == "proposed"
    assert set(result.values()) == {"withdrawn"}


@pytest.mark.parametrize(
    "words",
    [
        "yes to the show, no to the pool",
        "yes to the show, no to the show",
        "yes but the massage",
        "yes but not if it costs anything",
        "yes, everything except the show and the massage",
    ],
)
async def test_what_is_not_clear_of_each_is_not_sent(talk: Talk, words: str) -> None:
    await talk.with_codes(DINNER).say("cancel the show and the massage", words)
    assert "waiting" not in (await statuses()).values()


@pytest.mark.parametrize(
    ("language", "wish", "words"),
    [
        ("en", "cancel the show and the massage", "take back both"),
        ("en", "cancel the show and the massage", "take back all of it"),
        ("en", "cancel the show and the massage", "take back the show and the massage"),
        ("en", "cancel the show and the massage", "withdraw the massage and the show"),
        ("es", "cancela el espectáculo y el masaje", "retire los dos"),
        (
            "es",
            "cancela el espectáculo y el masaje",
            "retire el espectáculo y el masaje",
        ),
        ("fr", "annulez le spectacle et le massage", "retirez les deux"),
        (
            "fr",
            "annulez le spectacle et le massage",
            "retirez le spectacle et le massage",
        ),
    ],
)
async def test_all_that_are_named_are_taken_back(
    begin_talk: Callable[..., Talk], language: str, wish: str, words: str
) -> None:
    yes = {"en": "yes", "es": "sí", "fr": "oui"}[language]
    await begin_talk(language).with_codes(DINNER).say(wish, yes, words)
    assert await statuses() == {LAUGHS: "withdrawn", SPA: "withdrawn"}
