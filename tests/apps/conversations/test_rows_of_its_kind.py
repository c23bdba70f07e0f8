"""After one row the guest asks which other one, or begins with something new."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.knowledge import property_snapshot
from apps.knowledge.question import another_time, rows_of_its_kind
from apps.knowledge.question.subject import Subject
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask, ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
ROOMS = {"Deluxe Room", "Superior Room", "Junior Suite", "Executive Suite"}


@adds_rows
def choices(resort: Property) -> None:
    """Rooms of which one has a tub, places of three price bands, a spa and a club."""
    for name, rate, size, bath, features in (
        ("Deluxe Room", 169, 450, "Walk-in shower", ["Flat-screen TV"]),
        ("Superior Room", 219, 500, "Shower and bath robes", ["Finer bedding"]),
        ("Junior Suite", 299, 650, "Bathroom with a soaking tub", ["Sofa bed"]),
        ("Executive Suite", 449, 900, "Double vanity", ["Private terrace"]),
    ):
        factories.RoomFactory.create(
            property=resort,
            name=name,
            aliases=[name.split()[0]],
            rate_from=rate,
            size_sqft=size,
            bath=bath,
            features=features,
        )
    for name, band, cuisine in (
        ("Tuscany", 4, "Italian"),
        ("Johnny Rockets", 1, "American diner"),
        ("Sol Taqueria", 2, "Mexican"),
    ):
        hours = ["0-6 17:00-22:00"]
        factories.RestaurantFactory.create(
            property=resort, name=name, price_band=band, hours=hours, cuisine=cuisine
        )
    factories.AmenityFactory.create(property=resort, hours=["0-6 09:00-20:00"])
    factories.AmenityFactory.create(
        property=resort,
        name="Kids Quest",
        sort="activity",
        details="Children of six weeks to twelve years and teens play here all day.",
    )
    factories.FaqEntryFactory.create(
        property=resort,
        name="Who owns the resort, and since when has it been open?",
        aliases=["history of the resort"],
        answer="The Tribe owns it. It opened on October 12, 1996.",
    )
    embed_all()


@pytest.mark.parametrize(
    ("language", "texts", "names"),
    [
        (
            "en",
            ["does the Deluxe Room have a bathtub", "which one does"],
            {"Junior Suite"},
        ),
        ("en", ["Deluxe Room?", "which one has a bathtub"], {"Junior Suite"}),
        (
            "en",
            ["does Superior Room have a terrace", "ok which of them has"],
            {"Executive Suite"},
        ),
        (
            "es",
            ["¿la Deluxe Room tiene bañera?", "¿y cuál la tiene?"],
            {"Junior Suite"},
        ),
        (
            "fr",
            [
                "parlez-moi de la Deluxe Room",
                "elle a une baignoire ?",
                "laquelle en a une ?",
            ],
            {"Junior Suite"},
        ),
        (
            "en",
            ["tell me about the Junior Suite", "anything cheaper?"],
            {"Deluxe Room", "Superior Room"},
        ),
        (
            "en",
            ["how big is the Superior Room", "what is bigger than that"],
            {"Junior Suite", "Executive Suite"},
        ),
        (
            "es",
            ["¿cuánto cuesta la Junior Suite?", "¿tienen una más barata?"],
            {"Deluxe Room", "Superior Room"},
        ),
        (
            "fr",
            ["combien coûte la Junior Suite ?", "une moins chère ?"],
            {"Deluxe Room", "Superior Room"},
        ),
        (
            "en",
            ["tell me about the Deluxe Room", "what about the most expensive"],
            {"Executive Suite"},
        ),
        (
            "en",
            ["what is the largest room", "and the smallest"],
            {"Deluxe Room"},
        ),
        (
            "en",
            ["tell me about the Executive Suite", "any cheaper suites?"],
            {"Junior Suite"},
        ),
        ("en", ["which rooms have a bathtub"], {"Junior Suite"}),
        (
            "en",
            ["any rooms bigger than 600 sq ft"],
            {"Junior Suite", "Executive Suite"},
        ),
    ],
)
async def test_every_row_of_the_kind_may_be_the_answer(
    choices: Property,
    turns: TurnRunner,
    language: str,
    texts: list[str],
    names: set[str],
) -> None:
    *_, last = await ask_in_turn(choices, turns, *texts, language=language)
    assert {name for name in ROOMS if name in last["answer"]} == names


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "which restaurants are cheaper than Tuscany"),
        ("es", "¿qué restaurantes son más baratos que Tuscany?"),
        ("fr", "quels restaurants sont moins chers que Tuscany ?"),
    ],
)
async def test_a_row_that_is_named_is_the_measure(
    choices: Property, turns: TurnRunner, language: str, question: str
) -> None:
    answer = (await ask(choices, turns, question, language))["answer"]
    assert "Johnny Rockets" in answer
    assert "Sol Taqueria" in answer
    assert "Tuscany" not in answer


@pytest.mark.parametrize(
    "text",
    [
        "any other Mexican cheaper than that",
        "is there a cheaper mexican place?",
        "anything Mexican that's less expensive?",
    ],
)
async def test_a_cheaper_place_of_a_kitchen_is_told(
    choices: Property, turns: TurnRunner, text: str
) -> None:
    *_, last = await ask_in_turn(choices, turns, "tell me about Tuscany", text)
    assert "Sol Taqueria" in last["answer"]
    assert not {"Tuscany", "Rockets"} & {*last["answer"].split()}


@pytest.mark.parametrize(
    ("language", "texts", "start"),
    [
        ("en", ["tell me about Johnny Rockets", "anything cheaper?"], "No"),
        ("es", ["háblame de Johnny Rockets", "¿algo más barato?"], "No"),
        ("fr", ["parlez-moi de Johnny Rockets", "une moins chère ?"], "Non"),
    ],
)
async def test_a_row_that_none_is_beyond_is_told_with_a_no(
    choices: Property,
    turns: TurnRunner,
    language: str,
    texts: list[str],
    start: str,
) -> None:
    *_, last = await ask_in_turn(choices, turns, *texts, language=language)
    assert last["answer"].startswith(start)
    assert "Johnny Rockets" in last["answer"]


@pytest.mark.parametrize(
    ("language", "texts", "word"),
    [
        ("en", ["tell me about Mandara Spa", "is there anything for teens"], "Quest"),
        ("es", ["háblame de Mandara Spa", "¿hay algo para los niños?"], "Quest"),
        (
            "fr",
            ["parlez-moi de Mandara Spa", "quelque chose pour les enfants ?"],
            "Quest",
        ),
        ("en", ["tell me about Ballo", "how old is this place"], "1996"),
        ("en", ["tell me about Mandara Spa", "whats open after midnight"], "Ballo"),
        ("en", ["tell me about Tuscany", "help me choose a room"], "$169"),
        ("es", ["háblame de Mandara Spa", "¿qué abre a medianoche?"], "Ballo"),
        ("es", ["ayúdame a elegir una habitación"], "$169"),
        ("fr", ["aidez-moi à choisir une chambre"], "$169"),
        ("en", ["tell me about Tuscany", "what do i wear"], "Tuscany"),
        ("en", ["tell me about Tuscany", "what rooms does it have"], "Tuscany"),
        (
            "en",
            ["tell me about Tuscany", "what rooms do you have and what do they cost"],
            "$169",
        ),
        (
            "en",
            ["tell me about Mandara Spa", "i also need a room, how much are they"],
            "$169",
        ),
        (
            "es",
            ["háblame de Mandara Spa", "¿qué habitaciones tienen y cuánto cuestan?"],
            "$169",
        ),
    ],
)
async def test_a_topic_of_its_own_is_not_asked_of_the_last_row(
    choices: Property, turns: TurnRunner, language: str, texts: list[str], word: str
) -> None:
    *_, last = await ask_in_turn(choices, turns, *texts, language=language)
    assert word in last["answer"]


@pytest.mark.parametrize(
    "text",
    [
        "any cheaper restaurants?",
        "which tower is it?",
        "how big is it and how many rooms do you have?",
        "and the latest?",
    ],
)
def test_what_is_asked_of_something_else_stays_as_it_is(
    choices: Property, text: str
) -> None:
    snapshot = property_snapshot.of(choices.pk)
    row = next(own for own in snapshot.rows.values() if own.name == "Junior Suite")
    subject = Subject((row.pk,), question="is it on a high floor")
    assert not rows_of_its_kind.full_question(text, subject, snapshot)


@pytest.mark.parametrize(
    ("before", "is_moved"),
    [("what restaurants do they open now", True), ("what time do they close?", False)],
)
def test_a_list_is_asked_for_again_at_another_time(
    choices: Property, before: str, *, is_moved: bool
) -> None:
    snapshot = property_snapshot.of(choices.pk)
    subject = Subject((*snapshot.rows,)[:2], is_list=True, question=before)
    moved = another_time.question_of_list("and on sunday?", subject, snapshot)
    assert bool(moved) == is_moved


async def test_two_told_one_after_the_other_are_compared(
    choices: Property, turns: TurnRunner
) -> None:
    texts = ["how much is Tuscany", "how much is Sol Taqueria", "which is cheaper?"]
    *_, last = await ask_in_turn(choices, turns, *texts)
    assert "Sol Taqueria" in last["answer"]
    assert "Johnny Rockets" not in last["answer"]


async def test_hours_of_two_places_are_set_side_by_side(
    choices: Property, turns: TurnRunner
) -> None:
    question = "does Mandara Spa close before Tuscany"
    answer = (await ask(choices, turns, question))["answer"]
    assert "8:00 PM" in answer
    assert "10:00 PM" in answer
    question = "what is the difference between Tuscany and Sol Taqueria, and which "
    answer = (await ask(choices, turns, question + "stays open later?"))["answer"]
    assert "$$$$" in answer
