"""Yes and no are said only where the record of the row that is named says all of it."""

import re

import pytest

from apps.concierge.answer.briefing import Caution
from apps.concierge.extractive import provider
from tests.apps.concierge.extractive import prompts
from tests.apps.concierge.extractive.prompts import named, prompt

pytestmark = pytest.mark.usefixtures("without_key")

TUSCANY = """restaurant | Tuscany
[summary] Pasta rolled by hand and pizza out of a wood fire. See the open kitchen.
[place | Casino of the Sky] Where to find Tuscany: Casino of the Sky.
[price_band | $$$$] Prices at Tuscany are fine-dining: $$$$.
[now | Closed now] Tuscany: Closed now; opens Wednesday at 5:00 PM."""
PEPE = """restaurant | Pepe's
[summary] A thin crust, charred in a coal oven."""
BAR = """restaurant | Bar Americain
[minimum_age | 21] Guests of Bar Americain must be 21 or older.
[reservations | not required] Reservations at Bar Americain: not required.
[now | Open now until 10:00 PM] Bar Americain: Open now until 10:00 PM."""
LOUNGE = """venue | Lounge
[minimum_age | 21] Guests of the Lounge must be 21 or older.
[summary] Quiet seats for guests who stay overnight."""
DINER = """restaurant | Diner
[now | Open 24 hours] Diner: Open 24 hours."""
SHUTTLE = """amenity | Airport Shuttle
[now | Open 24 hours] Airport Shuttle: Open 24 hours."""
BISTRO = """restaurant | Bistro
[price_band | $$] Prices at Bistro are moderate: $$."""
EARTH = """gaming | Casino of the Earth
[summary] Where it all began, with slot machines and tables."""
ROOM = """room | Deluxe Room
[rate_from | $169 a night] Rates for the Deluxe Room start at $169 a night.
[in_tower | Sky Tower] The Deluxe Room is in Sky Tower.
[features] The Deluxe Room has a safe and free Wi-Fi."""
SUITE = """room | Junior Suite
[bath] Bath of the Junior Suite: Large bathroom with a soaking tub."""
GYM = """amenity | Gym
[fee | Free for hotel guests] Fee for Gym: Free for hotel guests.
[summary] There is a sauna, but no pool in the house."""
LESSONS = """amenity | Ski school
[fee] Fee for Ski school: Group lesson $55, private lesson $120 an hour."""
PRINTER = """amenity | Business Center
[fee] Fee for Business Center: Ten printed pages are free, then 25 cents each."""
ARENA = """venue | Arena
[summary] Our biggest stage.
[place | Connected to Casino of the Earth] The Arena is next to Casino of the Earth."""
SPA = """amenity | Mandara Spa
[summary] Massages and facials. Relax in the sauna."""
POOL = """amenity | Indoor Pool
[hotel_guests_only | yes] Indoor Pool is for hotel guests."""
TABLES = """gaming | Table games
[games] Table games offers Blackjack, Roulette and Craps."""
CARD = """promo | Rewards
[summary] Collect points when you play. Each $10 spent is a point.
[how_to_join] Rewards: Membership costs nothing."""
PARKING = """faq | Is parking free?
[answer] Self-parking is free in our garages. Valet parking is $20 a day."""
FAQ_POOL = """faq | May I use the pool?
[answer] Yes, if you stay with us. The indoor pool is heated."""
VISITORS = """faq | Can visitors use the water park?
[answer] No, there are no day passes."""
RESORT_FEE = """faq | What is the resort fee?
[answer] There is none. We hold $75 a night on your card."""

HOT_TUB = """amenity | Hot tub
[summary] The water is heated."""

NAMES = {
    "Tuscany": "tuscany",
    "Pepe's": "pepe",
    "Arena": "arena",
    "Bar Americain": "bar americain",
    "Casino of the Earth": "casino of the earth",
    "Casino of the Sky": "casino of the sky",
    "Deluxe Room": "deluxe room",
    "Gym": "gym",
    "Lounge": "lounge",
    "Mandara Spa": "mandara spa",
    "Rewards": "rewards card",
    "Sky Tower": "sky tower",
    "Earth Tower": "earth tower",
}


@pytest.mark.parametrize(
    ("question", "passages", "best", "verdict"),
    [
        # An amount is compared with an amount.
        ("Does the Deluxe Room cost $99?", [ROOM], "rate_from", "No"),
        ("Does the Deluxe Room cost less than $200?", [ROOM], "rate_from", "Yes"),
        ("Is the Deluxe Room under $150?", [ROOM], "rate_from", "No"),
        ("Does the Deluxe Room cost more than $200?", [ROOM], "rate_from", ""),
        ("Does Tuscany cost $20 per person?", [TUSCANY], "price_band", ""),
        ("Is the bistro cheap?", [BISTRO], "price_band", ""),
        ("Is the bistro expensive?", [BISTRO], "price_band", ""),
        ("Is the gym free, or does it cost money?", [GYM], "fee", ""),
        ("Is a private lesson $120 an hour?", [LESSONS], "fee", "Yes"),
        ("Does a private lesson cost $55?", [LESSONS], "fee", "No"),
        # Free or not, for whom, and which way round it is asked.
        ("Do I have to pay for the gym?", [GYM], "fee", "No"),
        ("Is the gym free for hotel guests?", [GYM], "fee", "Yes"),
        ("Is the gym free for everyone?", [GYM], "fee", ""),
        ("Is the gym free if I do not stay?", [GYM], "fee", ""),
        ("Does the rewards card cost anything?", [CARD], "summary", "No"),
        ("Is self-parking free?", [PARKING], "answer", "Yes"),
        ("Is valet parking free?", [PARKING], "answer", "No"),
        ("Is printing free?", [PRINTER], "fee", ""),
        ("Is parking free?", [PARKING], "answer", ""),
        ("Is there a resort fee?", [RESORT_FEE], "answer", ""),
        # The place of the row itself.
        ("Is Tuscany in the Casino of the Earth?", [EARTH, TUSCANY], "summary", "No"),
        ("Is the Deluxe Room in the Earth Tower?", [ROOM], "in_tower", "No"),
        ("Is the Deluxe Room in the Sky Tower?", [ROOM], "in_tower", "Yes"),
        ("Is Tuscany in the arena?", [TUSCANY], "place", ""),
        ("Is Tuscany upstairs in the Casino of the Earth?", [TUSCANY], "place", ""),
        ("Is the arena in the Casino of the Sky?", [ARENA], "place", ""),
        ("Is Mandara Spa in the Sky Tower?", [SPA], "summary", ""),
        ("Is the arena in the Casino of the Earth?", [ARENA], "summary", ""),
        # The row that is named, and no other.
        ("Does Tuscany have a coal oven?", [PEPE, TUSCANY], "summary", ""),
        ("Does Tuscany have pizza?", [TUSCANY], "place", "Yes"),
        ("Does the Deluxe Room have a soaking tub?", [SUITE, ROOM], "bath", ""),
        ("Is the spa for hotel guests only?", [POOL, SPA], "hotel_guests_only", ""),
        # What the records do not mention.
        ("Is there bingo?", [TABLES], "games", ""),
        ("Is there blackjack?", [TABLES], "games", "Yes"),
        ("Do you have a gym?", [GYM], "summary", "Yes"),
        ("Does the gym have a sauna?", [GYM], "summary", "Yes"),
        ("Does the gym have a pool?", [GYM], "summary", "No"),
        ("Does the gym have a steam room?", [GYM], "summary", ""),
        # An age, where the row is for guests of an age.
        (
            "Can my 16 year old stay overnight at the lounge?",
            [LOUNGE],
            "minimum_age",
            "No",
        ),
        ("Do you have to be over 21 for the lounge?", [LOUNGE], "minimum_age", "Yes"),
        ("Do you have to be over 30 for the lounge?", [LOUNGE], "minimum_age", "No"),
        ("Can a 21 year old visit the lounge?", [LOUNGE], "minimum_age", "Yes"),
        # Whether it is open, only where that is asked.
        ("Is Tuscany open now?", [TUSCANY], "now", "No"),
        ("Is Tuscany shut now?", [TUSCANY], "now", "Yes"),
        ("Is Bar Americain shut now?", [BAR], "now", "No"),
        ("Is Tuscany closed forever?", [TUSCANY], "now", ""),
        ("Is there karaoke at Tuscany?", [TUSCANY], "now", ""),
        ("Does Bar Americain have an open bar?", [BAR], "now", ""),
        ("Is Bar Americain open late?", [BAR], "now", ""),
        ("Is Tuscany a restaurant?", [TUSCANY], "now", "Yes"),
        ("Is Bar Americain open until 11 PM?", [BAR], "now", ""),
        ("Is the diner open 24 hours?", [DINER], "now", "Yes"),
        ("Is the diner open until 3 am?", [DINER], "now", "Yes"),
        ("Does the diner ever close?", [DINER], "now", "No"),
        ("Is the diner open on Christmas?", [DINER], "now", ""),
        ("Is the airport shuttle open 24 hours?", [SHUTTLE], "now", "Yes"),
        # What staff have answered to another question.
        ("Is there a heated indoor pool?", [FAQ_POOL], "answer", "Yes"),
        ("Is there an outdoor pool?", [FAQ_POOL], "answer", ""),
        ("Can only hotel guests use the pool?", [FAQ_POOL], "answer", ""),
        ("Are you sure?", [FAQ_POOL], "answer", ""),
        ("Can visitors use the water park?", [VISITORS], "answer", "No"),
        ("Can hotel guests use the water park?", [VISITORS], "answer", ""),
    ],
)
def test_it_says_yes_or_no_to_what_the_record_says(
    question: str, passages: list[str], best: str, verdict: str
) -> None:
    messages = prompt(question, *passages, best=best, **named(question, NAMES))
    answer = provider.answer(messages)
    opening = re.match(r"(Yes|No)[.,] ", answer)
    assert (opening[1] if opening else "") == verdict, answer
    assert "[" in answer


def test_it_says_where_the_row_is_that_is_looked_for_elsewhere() -> None:
    question = "Is Tuscany in the Casino of the Earth?"
    messages = prompt(
        question, EARTH, TUSCANY, best="summary", **named(question, NAMES)
    )
    answer = provider.answer(messages)
    assert answer == "No. Where to find Tuscany: Casino of the Sky. [2]"


def test_it_says_so_where_the_named_row_is_not_the_one_that_has_it() -> None:
    question = "Does Tuscany have a coal oven?"
    messages = prompt(question, PEPE, TUSCANY, best="summary", **named(question, NAMES))
    assert provider.answer(messages).startswith(prompts.IN_PART.before)


def test_it_says_a_yes_to_another_question_together_with_that_question() -> None:
    answer = provider.answer(prompt("Are you sure?", FAQ_POOL, best="answer"))
    assert answer.startswith(
        "\u201cMay I use the pool?\u201d Yes, if you stay with us."
    )


@pytest.mark.parametrize(
    ("question", "passage", "row", "verdict"),
    [
        ("Is it heated?", HOT_TUB, "Deluxe Room", ""),
        ("Is it heated?", HOT_TUB, "Hot tub", "Yes"),
        ("Is it free self-parking?", PARKING, "Deluxe Room", "Yes"),
    ],
)
def test_it_says_yes_of_the_row_that_was_talked_about_alone(
    question: str, passage: str, row: str, verdict: str
) -> None:
    """ "Is it heated?" after a room is not answered by the pool."""
    row_ids = [sum(map(ord, row))]
    messages = prompt(
        question, passage, best="summary", hangs_on=True, talked_about=row_ids
    )
    answer = provider.answer(messages)
    opening = re.match(r"(Yes|No)[.,] ", answer)
    assert (opening[1] if opening else "") == verdict, answer


@pytest.mark.parametrize(
    ("question", "lacking"),
    [
        ("When does Common Cafe open?", ["common"]),
        ("Great, what time does it open?", []),
    ],
)
def test_it_tells_no_hours_of_what_no_record_names(
    question: str, lacking: list[str]
) -> None:
    messages = prompt(
        question, TUSCANY, best="now", topic="hours", exact=0.35, lacking=lacking
    )
    assert provider.answer(messages) == prompts.UNKNOWN


@pytest.mark.parametrize(
    ("text", "begins"),
    [("Is the gym free for hotel guests?", "Yes. "), ("Do you sell skis?", "Near: ")],
)
def test_it_needs_no_caution_where_the_named_row_says_all(
    text: str, begins: str
) -> None:
    caution = Caution(before="Near:")
    messages = prompt(text, GYM, best="fee", caution=caution, **named(text, NAMES))
    assert provider.answer(messages).startswith(begins)
