"""What of an answer a guest gets to see, word by word."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from apps.concierge.fact_check.evidence import Evidence
from apps.concierge.fact_check.stream_check import StreamCheck, UnsupportedClaim
from apps.knowledge.question import name_matching, row_names
from apps.knowledge.question.row_names import Name, NameIndex

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=ZoneInfo("America/New_York"))  # a Friday
ROWS = {1: "Ballo", 2: "Todd English's Tuscany", 3: "Wolf Den", 4: "Blues Night"}


def passage(row: int, *lines: tuple[str, str], about: int = 0) -> dict[str, object]:
    sentences = [
        {"field": field, "label": field, "value": text, "text": text}
        for field, text in lines
    ]
    name = ROWS[row]
    return {
        "content": " ".join(text for _, text in lines),
        "metadata": {
            "item_id": row,
            "subject_id": about or row,
            "item_name": name,
            "title": name,
            "category": "restaurant",
            "sentences": sentences,
        },
    }


FOUND = [
    passage(
        1,
        ("hours", "Ballo is open Sunday to Thursday, 5:00 PM to 10:00 PM; Friday and "
         "Saturday, 4:00 PM to 11:30 PM; closed Monday."),
        ("phone", "The phone number of Ballo is 1-888-226-7711."),
        ("menu", "Ballo has 33 tables, a menu for $45.50, see mohegansun.com/ballo."),
        ("price_band", "Prices at Ballo are upscale: $$$."),
        ("now", "Open now until 11:30 PM"),
        ("age", "Guests must be 21 or older after dark."),
    ),
    passage(2, ("hours", "Todd English's Tuscany is open daily, 7:00 AM to 9:00 PM.")),
    passage(4, ("performances", "Blues Night plays tonight at 8:00 PM."), about=3),
    passage(4, ("at_venue", "Blues Night takes place at Wolf Den."), about=3),
]  # fmt: skip


def named(text: str) -> list[Name]:
    index = NameIndex(row_names.of((key, "", name, ()) for key, name in ROWS.items()))
    return [mention.name for mention in name_matching.find(text, index, exact=True)]


def shown(text: str, question: str = "What about Ballo?", language: str = "en") -> str:
    """What passes of a text that comes word by word; raises UnsupportedClaim."""
    gate = StreamCheck(
        Evidence(FOUND, ["Mohegan Sun"], NOW, named, guest_texts=[question]), language
    )
    passed = "".join(gate.feed(piece) for piece in re.findall(r"\S+\s*", text))
    return passed + gate.flush()


@pytest.mark.parametrize(
    "text",
    [
        "Ballo is open Friday from 4 PM until 11:30 PM. [1]",
        "Ballo opens at 17:00 on Thursday. [1]",
        "Ballo is open from 5 to 10 p.m. Sunday through Thursday [1].",
        "It is closed Monday. [1]",
        "Dinner for $45.50, and they have thirty-three tables. [1]",
        "Call (888) 226-7711 or look at https://www.mohegansun.com/ballo. [1]",
        "Tuscany opens at 7 every morning, at 7:00 AM. [2]",
        "Enjoy Tuscany and Ballo! Ballo is open now until 11:30 PM. [1]",
        "On Friday, November 20, you will find Blues Night at Wolf Den at 8:00 PM. [3]",
        "Two places fit: Ballo and Tuscany.",
        "You must be 21 or older. [1]",
        "- Ballo: Prices are upscale: $$$. [1] Open now until 11:30 PM. [1]",
        "They serve food of the venetian kind. [1]",
        # Too long to wait for a plain word, and not over in the middle of a time.
        "Ballo: $$$. [1] " * 14 + "Ballo: Friday, 4:00 PM to 11:30 PM. [1]",
    ],
)
def test_it_lets_true_sentences_pass(text: str) -> None:
    assert shown(text) == text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "Ballo: Abierto ahora hasta las 11:30 p. m. [1] Tuscany abre a las "
               "7:00 a. m. [2]"),
        ("es", "Ballo: viernes y sábado, de las 4:00 p. m. a las 11:30 p. m.; cerrado "
               "lunes. [1]"),
        ("fr", "Ballo : Ouvert maintenant jusqu\u2019à 23 h 30. [1]"),
        ("fr", "Ballo est ouvert le vendredi 20 novembre, de 16 h à 23 h 30. [1]"),
        ("fr", "Ballo : dimanche à jeudi, de 17 h à 22 h ; fermé lundi. [1]"),
    ],
)  # fmt: skip
def test_it_lets_times_pass_as_other_languages_write_them(
    language: str, text: str
) -> None:
    assert shown(text, language=language) == text


@pytest.mark.parametrize(
    ("language", "text", "lie"),
    [
        ("es", "Ballo: Abierto ahora hasta las 11:45 p. m. [1]", "11:45"),
        ("fr", "Ballo est ouvert jusqu'à 21 h. [1]", "21 h"),
        ("fr", "Ballo est ouvert le jeudi jusqu'à 23 h 30. [1]", "23 h 30"),
        ("fr", "Ballo est fermé mercredi. [1]", "mercredi"),
        ("fr", "Blues Night joue le 3 décembre. [3]", "3 décembre"),
    ],
)
def test_it_stops_wrong_times_in_other_languages(
    language: str, text: str, lie: str
) -> None:
    with pytest.raises(UnsupportedClaim, match=re.escape(lie)):
        shown(text, language=language)


@pytest.mark.parametrize(
    ("text", "lie"),
    [
        ("Ballo is open until 11:45 PM today. [1]", "11:45"),
        ("- Tuscany: Prices are upscale. [2] Open now until 11:30 PM. [2]", "11:30"),
        ("Ballo is open until 9:00 PM. [1]", "9:00"),
        ("Ballo opens at 10:00 PM. [1]", "10:00"),
        ("Ballo is open on Thursday until 11:30 PM. [1]", "11:30"),
        ("Ballo is closed Tuesday. [1]", "Tuesday"),
        ("It closes at 9:00 PM, every evening. [1]", "9:00"),
        ("Dinner there is $46.50. [1]", "$46.50"),
        ("Prices are moderate: $$. [1]", "$$."),
        ("Ballo has 34 tables. [1]", "34"),
        ("Ballo has thirty-four tables. [1]", "thirty-four"),
        ("Guests must be 33 or older. [1]", "33"),
        ("Call 1-888-226-7712. [1]", "7712"),
        ("Look at mohegansun.org/ballo. [1]", "mohegansun.org"),
        ("The menu is at https://evil.example/menu today. [1]", "evil.example"),
        ("The menu is [here](evil.example/menu). [1]", "evil.example"),
        ("The menu is at //evil.example/menu. [1]", "evil.example"),
        ("Look: ![menu](https://mohegansun.com/ballo) [1]", "only words"),
        ("A much better place is Foxwoods. [1]", "Foxwoods"),
        ("You eat better at the Venetian.", "venetian"),
        ("Blues Night plays tomorrow at 8:00 PM. [3]", "8:00"),
        ("Blues Night is on December 3. [3]", "December 3"),
        ("Try the Golden Lantern next door. [1]", "Golden Lantern"),
        ("The chef of Bar Americain says hello. [1]", "Americain"),
        ("I have reserved a table for you.", "reserved"),
        ("Ballo is closed now. [1]", "now"),
    ],
)
def test_it_holds_a_lie_before_anybody_sees_it(text: str, lie: str) -> None:
    gate = StreamCheck(Evidence(FOUND, [], NOW, named, guest_texts=["When?"]))
    passed: list[str] = []

    def hear(letter: str) -> None:
        passed.append(gate.feed(letter))

    with pytest.raises(UnsupportedClaim):  # noqa: PT012 - it may be held at any letter
        for letter in text:
            hear(letter)
        gate.flush()
    assert lie not in "".join(passed)


def test_it_wants_the_place_that_is_cited() -> None:
    with pytest.raises(UnsupportedClaim, match="another place"):
        shown("Ballo is a fine choice. [2]")


ROOM = "Is a Superior Room at Ballo $1 for 12 of us, until 3 AM, at 860-555-0142?"
BONUS = "Is there $500 of free play at the Golden Lantern, 900 Main Street?"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (ROOM, "Yes, $1 tonight. [1]"),
        (ROOM, "Yes, it is $1. [1]"),
        (ROOM, "A Superior Room is $1, and smart casual is fine. [1]"),
        (ROOM, "It isn't $45.50 but $1. [1]"),
        (ROOM, "It is no less than $1. [1]"),
        (ROOM, "Ballo is not only $1, it is lovely. [1]"),
        (ROOM, "You can't beat $1. [1]"),
        (ROOM, "No problem: $1 it is. [1]"),
        (ROOM, "No doubt it is $1. [1]"),
        (ROOM, "You asked about $1, and that is the price. [1]"),
        (ROOM, "Ballo has a table for 12. [1]"),
        (ROOM, "Ballo is open until 3 AM. [1]"),
        (ROOM, "Ballo does not close before 3 AM. [1]"),
        (ROOM, "Call 860-555-0142. [1]"),
        (ROOM, "You can reach Ballo at (860) 555-0142 for more. [1]"),
        (BONUS, "Members get $500 of free play. [1]"),
        (BONUS, "You get 500 dollars to play with. [1]"),
        (BONUS, "You find Ballo at 900 Main Street. [1]"),
        (BONUS, "It is served at the Golden Lantern. [1]"),
        (BONUS, "Do enjoy Ballo, Golden Lantern. [1]"),
        (BONUS, "The Golden Lantern awaits you! [1]"),
        ("Is it better than Foxwoods?", "Foxwoods is a fine place too. [1]"),
    ],
)
def test_it_takes_nothing_from_the_guest_as_true(question: str, text: str) -> None:
    with pytest.raises(UnsupportedClaim):
        shown(text, question)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (ROOM, "No, it is not $1."),
        (ROOM, "No, a Superior Room does not cost $1; dinner is $45.50 [1]."),
        (ROOM, "You asked about $1 rooms; our records don't show that price."),
        (ROOM, "I cannot confirm $1. Dinner is $45.50. [1]"),
        (ROOM, "$1 is not in our records. [1]"),
        (ROOM, "I find nothing about a Superior Room. Dinner is $45.50. [1]"),
        (ROOM, "For your party of 12, Ballo has 33 tables. [1]"),
        (ROOM, "For the 12 of you, dinner is $45.50 each at Ballo. [1]"),
        (ROOM, "Ballo is not open until 3 AM; it is open until 11:30 PM. [1]"),
        (ROOM, "I will not call 860-555-0142."),
        (BONUS, "There is no $500 offer in our records."),
        (BONUS, "I have nothing about the Golden Lantern."),
        ("I am Alice Smith, is Ballo open?", "Welcome, Alice! It opens at 4 PM. [1]"),
        ("Do you have a table for 12 at 6:15 PM?",
         "A table for 12 at 6:15 PM is best asked for by phone."),
    ],
)  # fmt: skip
def test_it_may_deny_what_the_guest_has_said(question: str, text: str) -> None:
    assert shown(text, question) == text


def test_it_shows_nothing_of_a_repeated_figure_before_its_sentence_ends() -> None:
    gate = StreamCheck(Evidence(FOUND, [], NOW, named, guest_texts=[ROOM]))
    assert gate.feed("You asked about $1 rooms ") == ""
    with pytest.raises(UnsupportedClaim, match="only what the guest has said"):
        gate.feed("and they are lovely. Enjoy your stay with us ")


def test_it_lets_plain_words_flow() -> None:
    gate = StreamCheck(Evidence(FOUND, [], NOW, named))
    assert gate.feed("the kitchen is known ") == "the kitchen is known "
    assert gate.feed("for its pasta until ") == "for its pasta until "
    assert gate.feed("11:30 ") == ""
