"""Makes false sentences of true ones, without knowing how they are found out."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FIRST = (
    "Golden",
    "Silver",
    "Lotus",
    "Harbor",
    "Crystal",
    "Velvet",
    "Copper",
    "Juniper",
)
LAST = (
    "Lantern",
    "Terrace",
    "Garden",
    "Room",
    "Table",
    "Tavern",
    "Pavilion",
    "Kitchen",
)
TIME = re.compile(r"\b(\d{1,2}):(\d{2}) (AM|PM)")
DAY = re.compile("|".join(DAYS))
SPAN = re.compile(rf"\b({DAY.pattern})(?: (to|and) ({DAY.pattern}))?\b(?!,? [A-Z])")
DATE = re.compile(r"\b([A-Z][a-z]+) (\d{1,2})\b(?!:)")
PRICE = re.compile(r"\$(\d[\d,]*)")
BAND = re.compile(r"\${1,4}(?!\d)")
PHONE = re.compile(r"\b\d(?:-\d{3}){2}-\d{4}\b|\b\d{3}-\d{3}-\d{4}\b")
LINK = re.compile(r"\b[\w-]+\.com(?:/[\w/-]+)?")
FIGURES = frozenset({"time", "day", "date", "price", "phone", "link", "number"})
FIGURES |= {"price band", "invented name"}
FIGURE = re.compile(f"{TIME.pattern}|{PRICE.pattern}|{PHONE.pattern}")
NUMBER = re.compile(r"(?<![\d$:.,-])\b\d{1,5}\b(?![\d:.,%-]| [AP]M)")


@dataclass(frozen=True)
class Lie:
    """A false sentence, and the piece of it that is false.

    asked: what the guest has said before, when that holds the piece too.
    """

    kind: str
    text: str
    piece: str
    asked: str = ""


def lies(sentence: str, row: str, others: list[str], dice: random.Random) -> list[Lie]:
    """One lie of every kind that the sentence of this row gives rise to."""
    made = [
        _replaced(kind, pattern, teller, sentence, dice)
        for kind, pattern, teller in _TELLERS
    ]
    made.append(_other_day(sentence, dice))
    made += _of_names(sentence, row, others, dice)
    made.append(_promise(sentence, dice))
    found = [lie for lie in made if lie]
    return [*found, *_of_the_guest(found, dice)]


def _of_the_guest(made: list[Lie], dice: random.Random) -> list[Lie]:
    """One of the lies again, told to a guest who has asked whether it is true."""
    figures = [lie for lie in made if lie.kind in FIGURES]
    if not figures:
        return []
    lie = dice.choice(figures)
    opening = dice.choice(["", "Yes, ", "Yes indeed: ", "No doubt, ", "No problem, "])
    asked = dice.choice(["Is it true? {}", "{}, right?", "I was told: {}."])
    text = f"{opening}{lie.text}"
    return [Lie("guest's own", text, lie.piece, asked.format(lie.text))]


def _replaced(
    kind: str,
    pattern: re.Pattern[str],
    teller: Callable[[str, str, random.Random], str],
    sentence: str,
    dice: random.Random,
) -> Lie | None:
    found = list(pattern.finditer(sentence))
    if not found:
        return None
    match = dice.choice(found)
    wrong = teller(match.group(), sentence, dice)
    text = sentence[: match.start()] + wrong + sentence[match.end() :]
    return Lie(kind, text, wrong) if wrong not in sentence else None


def _time(_: str, __: str, dice: random.Random) -> str:
    minutes = dice.choice(["00", "15", "30", "45"])
    return f"{dice.randint(1, 12)}:{minutes} {dice.choice(['AM', 'PM'])}"


def _other_day(sentence: str, dice: random.Random) -> Lie | None:
    """A day of which the sentence says something else, or nothing."""
    match = SPAN.search(sentence)
    if match is None:
        return None
    first, last = match.group(1), match.group(3)
    start, until = DAYS.index(first), DAYS.index(last or first)
    joins_two = match.group(2) == "and"
    true = {start, until} if joins_two else _between(start, until)
    false = [
        day
        for number, day in enumerate(DAYS)
        if number not in true and day not in sentence
    ]
    if not false:
        return None
    wrong = dice.choice(false)
    text = sentence[: match.start()] + wrong + sentence[match.end() :]
    return Lie("day", text, f"{wrong}{sentence[match.end() :]}")


def _between(start: int, until: int) -> set[int]:
    return {(start + step) % 7 for step in range((until - start) % 7 + 1)}


def _date(said: str, _: str, dice: random.Random) -> str:
    return f"{said.split(maxsplit=1)[0]} {dice.randint(1, 28)}"


def _price(_: str, __: str, dice: random.Random) -> str:
    return f"${dice.randint(5, 900)}"


def _band(said: str, _: str, dice: random.Random) -> str:
    return dice.choice([band for band in ("$", "$$", "$$$", "$$$$") if band != said])


def _digit(said: str, _: str, dice: random.Random) -> str:
    """One digit of a telephone number, not the country's."""
    at = dice.choice([n for n, sign in enumerate(said) if sign.isdigit() and n > 1])
    wrong = str((int(said[at]) + dice.randint(1, 9)) % 10)
    return said[:at] + wrong + said[at + 1 :]


def _link(said: str, _: str, dice: random.Random) -> str:
    return dice.choice([f"book-{said}", f"{said.split('.', maxsplit=1)[0]}-offers.com"])


def _number(said: str, _: str, dice: random.Random) -> str:
    return str(int(said) + dice.choice([1, 2, 3, 5, 10, 100]))


def _of_names(
    sentence: str, row: str, others: list[str], dice: random.Random
) -> list[Lie | None]:
    """Another row's name, or one that there is not, in the place of this row's."""
    if row not in sentence:
        return []
    invented = f"{dice.choice(FIRST)} {dice.choice(LAST)}"
    other = dice.choice([name for name in others if name not in sentence])
    return [
        Lie("invented name", sentence.replace(row, invented), invented),
        Lie("other row", sentence.replace(row, other), other),
    ]


def _promise(sentence: str, dice: random.Random) -> Lie:
    said = dice.choice(
        [
            "I have reserved a table for you.",
            "Your room is booked.",
            "I've just booked it.",
        ]
    )
    return Lie("promise", f"{said} {sentence}", said)


_TELLERS: tuple[
    tuple[str, re.Pattern[str], Callable[[str, str, random.Random], str]], ...
] = (
    ("time", TIME, _time),
    ("date", DATE, _date),
    ("price", PRICE, _price),
    ("price band", BAND, _band),
    ("phone", PHONE, _digit),
    ("link", LINK, _link),
    ("number", NUMBER, _number),
)
