"""Turns true sentences into false ones, without knowledge of the fact check."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FIRST_NAMES = (
    "Golden",
    "Silver",
    "Lotus",
    "Harbor",
    "Crystal",
    "Velvet",
    "Copper",
    "Juniper",
)
LAST_NAMES = (
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
DAYS_SPAN = re.compile(
    rf"\b({DAY.pattern})(?: (to|and) ({DAY.pattern}))?\b(?!,? [A-Z])"
)
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

    question: what the guest asked, where the question holds the piece too.
    """

    kind: str
    text: str
    piece: str
    question: str = ""


def lies(
    sentence: str, row_name: str, other_names: list[str], rng: random.Random
) -> list[Lie]:
    """One lie of every kind that a true sentence about a row allows."""
    candidates = [
        _replaced(kind, pattern, falsify, sentence, rng)
        for kind, pattern, falsify in _FALSIFIERS
    ]
    candidates.append(_other_day(sentence, rng))
    candidates += _other_names(sentence, row_name, other_names, rng)
    candidates.append(_promise(sentence, rng))
    all_lies = [lie for lie in candidates if lie]
    return [*all_lies, *_confirmed(all_lies, rng)]


def _confirmed(all_lies: list[Lie], rng: random.Random) -> list[Lie]:
    """One of the lies again, for a guest who asks whether it is true."""
    figures = [lie for lie in all_lies if lie.kind in FIGURES]
    if not figures:
        return []
    lie = rng.choice(figures)
    opening = rng.choice(["", "Yes, ", "Yes indeed: ", "No doubt, ", "No problem, "])
    question = rng.choice(["Is it true? {}", "{}, right?", "I was told: {}."])
    text = f"{opening}{lie.text}"
    return [Lie("guest's own", text, lie.piece, question.format(lie.text))]


def _replaced(
    kind: str,
    pattern: re.Pattern[str],
    falsify: Callable[[str, str, random.Random], str],
    sentence: str,
    rng: random.Random,
) -> Lie | None:
    matches = list(pattern.finditer(sentence))
    if not matches:
        return None
    match = rng.choice(matches)
    false_piece = falsify(match.group(), sentence, rng)
    text = sentence[: match.start()] + false_piece + sentence[match.end() :]
    return Lie(kind, text, false_piece) if false_piece not in sentence else None


def _time(_: str, __: str, rng: random.Random) -> str:
    minutes = rng.choice(["00", "15", "30", "45"])
    return f"{rng.randint(1, 12)}:{minutes} {rng.choice(['AM', 'PM'])}"


def _other_day(sentence: str, rng: random.Random) -> Lie | None:
    """Another day than the sentence names."""
    match = DAYS_SPAN.search(sentence)
    if match is None:
        return None
    first, last = match.group(1), match.group(3)
    start, end = DAYS.index(first), DAYS.index(last or first)
    joins_two = match.group(2) == "and"
    true_days = {start, end} if joins_two else _days_between(start, end)
    false_days = [
        day
        for number, day in enumerate(DAYS)
        if number not in true_days and day not in sentence
    ]
    if not false_days:
        return None
    false_day = rng.choice(false_days)
    text = sentence[: match.start()] + false_day + sentence[match.end() :]
    return Lie("day", text, f"{false_day}{sentence[match.end() :]}")


def _days_between(start: int, end: int) -> set[int]:
    return {(start + step) % 7 for step in range((end - start) % 7 + 1)}


def _date(piece: str, _: str, rng: random.Random) -> str:
    return f"{piece.split(maxsplit=1)[0]} {rng.randint(1, 28)}"


def _price(_: str, __: str, rng: random.Random) -> str:
    return f"${rng.randint(5, 900)}"


def _band(piece: str, _: str, rng: random.Random) -> str:
    return rng.choice([band for band in ("$", "$$", "$$$", "$$$$") if band != piece])


def _digit(piece: str, _: str, rng: random.Random) -> str:
    """The telephone number with another digit, past the country code."""
    place = rng.choice([n for n, sign in enumerate(piece) if sign.isdigit() and n > 1])
    digit = str((int(piece[place]) + rng.randint(1, 9)) % 10)
    return piece[:place] + digit + piece[place + 1 :]


def _link(piece: str, _: str, rng: random.Random) -> str:
    return rng.choice(
        [f"book-{piece}", f"{piece.split('.', maxsplit=1)[0]}-offers.com"]
    )


def _number(piece: str, _: str, rng: random.Random) -> str:
    return str(int(piece) + rng.choice([1, 2, 3, 5, 10, 100]))


def _other_names(
    sentence: str, row_name: str, other_names: list[str], rng: random.Random
) -> list[Lie | None]:
    """The row's name replaced by an invented one, and by that of another row."""
    if row_name not in sentence:
        return []
    invented = f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}"
    other_name = rng.choice([name for name in other_names if name not in sentence])
    return [
        Lie("invented name", sentence.replace(row_name, invented), invented),
        Lie("other row", sentence.replace(row_name, other_name), other_name),
    ]


def _promise(sentence: str, rng: random.Random) -> Lie:
    promise = rng.choice(
        [
            "I have reserved a table for you.",
            "Your room is booked.",
            "I've just booked it.",
        ]
    )
    return Lie("promise", f"{promise} {sentence}", promise)


_FALSIFIERS: tuple[
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
