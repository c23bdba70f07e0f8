"""Facts are taken from what a guest says of himself, and from nothing else."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.guests import fact_kinds
from apps.guests.extraction import Reading, facts_in

# A Tuesday.
NOW = datetime(2026, 5, 12, 10, tzinfo=ZoneInfo("America/New_York"))


def read(text: str, language: str = "en") -> Reading:
    return facts_in(text, language, NOW)


def values(text: str, language: str = "en") -> dict[str, Any]:
    return {fact.key: fact.value for fact in read(text, language).facts}


def dates(first: str | None, last: str | None = None) -> dict[str, str | None]:
    return {"from": first, "until": last}


def _nightly(amount: int) -> dict[str, Any]:
    return {"amount": amount, "currency": "USD", "per": "night"}


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("My wife and I arrive on Friday", "party_size", 2),
        ("We're two adults with three kids", "party_size", 5),
        ("We're two adults with three kids", "children", 3),
        ("One adult. One child.", "party_size", 2),
        ("we are 2 adults and a 3 year old, i use a wheelchair", "party_size", 3),
        ("Two adults and two kids, I need a crib", "party_size", 4),
        ("it's me and three buddies", "party_size", 4),
        ("We are four people and I'm vegetarian", "party_size", 4),
        ("Four adults and I are coming", "party_size", 5),
        ("actually four of us, my sister can't make it", "party_size", 4),
        ("two of us are vegetarian, the rest eat anything", "party_size", None),
        ("Two nights, Thursday and Friday", "visit_dates", dates("2026-05-14")),
        ("my kids are 3, 5 and 11", "children_ages", [3, 5, 11]),
        ("Where can my 12 year old play?", "children_ages", [12]),
        ("two double rooms please", "rooms", 2),
        ("we stay for a fortnight", "nights", 14),
        ("I'm vegan", "dietary_needs", ["vegan"]),
        ("my wife is vegetarian", "dietary_needs", ["vegetarian"]),
        (
            "I can't eat shellfish or nuts",
            "dietary_needs",
            ["shellfish_allergy", "nut_allergy"],
        ),
        ("My husband uses a wheelchair", "accessibility", ["wheelchair"]),
        ("It's our honeymoon", "occasion", ["honeymoon"]),
        ("we love golf and live music", "interests", ["golf", "shows"]),
        ("We adore Thai food", "cuisines", ["thai"]),
        ("I'm a Gold member", "tier", "gold"),
        ("please text me instead of calling", "preferred_contact", "sms"),
        ("My name is Teresa", "name", "Teresa"),
        ("We get in around half past four", "arrival_time", "16:30"),
        ("June 12 to 14, two adults", "visit_dates", dates("2026-06-12", "2026-06-14")),
        ("arriving tomorrow", "visit_dates", dates("2026-05-13")),
        ("we're here until Friday", "visit_dates", dates(None, "2026-05-15")),
    ],
)
def test_it_takes_what_a_guest_says_of_himself(text: str, key: str, value: Any) -> None:
    assert values(text).get(key) == value


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("We come from June 12 to 14, 2027", "2027-06-12", "2027-06-14"),
        ("We stay June 12-14 2027 with 4 kids", "2027-06-12", "2027-06-14"),
        ("We stay June 12 to June 14, 2027", "2027-06-12", "2027-06-14"),
        ("We stay June 12, 2027 to June 14", "2027-06-12", "2027-06-14"),
        ("We stay December 30 to January 2, 2028", "2027-12-30", "2028-01-02"),
        ("We stay December 30, 2027 to January 2", "2027-12-30", "2028-01-02"),
    ],
)
def test_a_year_is_of_both_ends_of_a_visit(text: str, first: str, last: str) -> None:
    assert values(text)["visit_dates"] == dates(first, last)


def test_it_takes_an_amount_with_what_it_is_for() -> None:
    facts = values("Our budget is about $250 a night")
    assert facts == {"budget": _nightly(250)}


@pytest.mark.parametrize(
    "text",
    [
        "Is there anything vegan?",
        "Do you serve kosher food?",
        "What do you do for birthdays?",
        "Where are the slots?",
        "Do gold members park for free?",
        "What time does the pool close on Saturday?",
        "Are there rooms under $150?",
        "Is the blackjack table for 7 players?",
        "can someone call me back at noon",
        "your pool closes at 9",
        "I read you have 3 pools and 12 restaurants",
        "I was there last July with 8 friends",
        "I'm in room 1204 and the TV is broken",
        "how do I beat the dealer at blackjack?",
        "We are 20 minutes away",
        "we won't be arriving on Monday",
        "My husband and my son are already there",
        "hello there",
        "",
    ],
)
def test_a_question_or_a_statement_about_the_resort_tells_nothing(text: str) -> None:
    assert read(text) == Reading()


@pytest.mark.parametrize(
    "text",
    [
        "My card number is 4111 1111 1111 1111",
        "My social is 123-45-6789, can you look me up",
        "my passport number is X1234567",
        "I'm diabetic, is there a fridge for my insulin?",
        "My wife is pregnant, can she use the hot tub?",
        "I'm on blood thinners, is massage ok?",
        "Has my friend Laura checked in? She's in a party of six",
        "My neighbor is gluten free and swears by your bakery",
        "my ex is vegan",
        "do you know if Taylor is staying there from Friday to Sunday?",
        "I can't stop playing slots and I've lost my rent",
    ],
)
def test_it_never_takes_secrets_illnesses_or_facts_of_others(text: str) -> None:
    assert read(text).facts == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we are 4, actually make that 5", {"party_size": 5}),
        ("our budget is 200 no make it 300 a night", {"budget": _nightly(300)}),
        ("my budget is $200 a night, sorry, $250", {"budget": _nightly(250)}),
        ("not four nights, five", {"nights": 5}),
        ("no, five of us", {"party_size": 5}),
        ("the confirmation shows 3 people but we are 5", {"party_size": 5}),
        ("Arriving the 18th, no wait, the 19th", {"visit_dates": dates("2026-05-19")}),
        (
            "We'll come on Thursday. Actually, Friday works better.",
            {"visit_dates": dates("2026-05-15")},
        ),
    ],
)
def test_a_correction_replaces(text: str, expected: dict[str, Any]) -> None:
    assert values(text) == expected
    assert not read(text).contradictions


@pytest.mark.parametrize(
    ("text", "key", "choice"),
    [
        ("I'm not vegetarian any more", "dietary_needs", "vegetarian"),
        ("I used to be vegan", "dietary_needs", "vegan"),
        ("I don't like golf", "interests", "golf"),
        ("please don't call me", "preferred_contact", "phone"),
    ],
)
def test_what_holds_no_longer_is_taken_back(text: str, key: str, choice: str) -> None:
    reading = read(text)
    assert [(fact.key, fact.value) for fact in reading.taken_back] == [(key, [choice])]
    assert reading.facts == ()


@pytest.mark.parametrize(
    ("text", "key", "quotes"),
    [
        (
            "We are four, the five of us",
            "party_size",
            ("We are four", "the five of us"),
        ),
        ("Staying from May 20 until May 18", "visit_dates", ("May 20", "May 18")),
    ],
)
def test_a_contradiction_is_for_the_guest_to_settle(
    text: str, key: str, quotes: tuple[str, ...]
) -> None:
    reading = read(text)
    (contradiction,) = reading.contradictions
    assert (contradiction.key, contradiction.quotes) == (key, quotes)
    assert key not in {fact.key for fact in reading.facts}


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Somos cuatro personas", "es", {"party_size": 4}),
        ("Wir sind vier Personen und ich komme später", "de", {"party_size": 4}),
        ("Soy vegetariana", "es", {"dietary_needs": ["vegetarian"]}),
        ("¿Tienen opciones veganas?", "es", {}),
        ("Nous restons quatre nuits", "fr", {"nights": 4}),
        ("Avez-vous des plats végétariens ?", "fr", {}),
        ("Meine Frau sitzt im Rollstuhl", "de", {"accessibility": ["wheelchair"]}),
        ("Wann öffnet das Restaurant?", "de", {}),
        ("Minha esposa é vegetariana", "pt", {"dietary_needs": ["vegetarian"]}),
        ("Siamo in cinque, con due bambini", "it", {"party_size": 5, "children": 2}),
        ("We are four", "nl", {"party_size": 4}),
    ],
)
def test_it_reads_the_languages_of_guests(
    text: str, language: str, expected: dict[str, Any]
) -> None:
    assert values(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "quote"),
    [
        ("Hi! I\u2019m Vegan, what can I eat?", "en", "I\u2019m Vegan"),
        ("Bonjour, je suis VÉGÉTARIEN !", "fr", "je suis VÉGÉTARIEN"),
        ("🎉🎉 There will be Six of us 🎉", "en", "Six of us"),
    ],
)
def test_the_quote_is_the_exact_words(text: str, language: str, quote: str) -> None:
    (fact,) = read(text, language).facts
    assert fact.quote in text
    assert quote in fact.quote


@pytest.mark.parametrize(
    "text",
    [
        "we are 999999999999999 people",
        "arriving February 31 and leaving 99/99",
        "for 0 nights, 0 people, 0 rooms",
        "\x00\u202e we are \ud800 four",
        "my kids are " + ", ".join(["3"] * 500),
        "we love golf and " * 2000,
        "ﬁve of us, ½ nights, \uff14 adults",
    ],
)
def test_odd_messages_do_no_harm(text: str) -> None:
    reading = read(text)
    for fact in reading.facts:
        assert fact_kinds.checked(fact.key, fact.value, NOW.date()) == fact.value
    json.dumps([fact.value for fact in reading.facts])


TEXT_WORDS = (
    "we are my wife kids and 4 years old yo y/o from June 12 to the 5th . , ? ! at 7 "
    "pm "
    "half past until not no actually make that five nights rooms for vegan allergic to "
    "nuts love golf budget $200 per person call me text name is gold member next sun "
    "weekend 24/7 31/31 2026-13-45 in two weeks a couple of us one one's 'em à ½ 四"
)


@given(
    st.lists(st.sampled_from(TEXT_WORDS.split()), max_size=12).map(" ".join)
    | st.text(max_size=60),
    st.sampled_from(fact_kinds.LANGUAGES),
)
def test_it_reads_any_text(text: str, language: str) -> None:
    reading = read(text, language)
    for fact in (*reading.facts, *reading.taken_back):
        assert fact.quote in text
    for fact in reading.facts:
        assert fact_kinds.checked(fact.key, fact.value, NOW.date()) == fact.value
