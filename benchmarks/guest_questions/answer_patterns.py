"""Expands the named patterns and times of a question file to regular expressions.

`<yes>` is a pattern that the file names; `<22:00>` is a time in any usual wording.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

REFERENCE = re.compile(r"<(\d\d:\d\d|[a-z]\w*)>")
NOON = 12
NAMES = {0: "midnight|medianoche|minuit", NOON: r"\bnoon|mediod|midi"}
BEFORE_A_TIME = "(?:las?|until|till?|by|at|from|to)"
NUMBERS = [
    "twelve",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
]


def expanded(pattern: str, named: Mapping[str, str]) -> re.Pattern[str]:
    """Raises KeyError for a name that the file does not define."""

    def replacement(reference: re.Match[str]) -> str:
        word = reference[1]
        own = _time(word) if word[0].isdigit() else expanded(named[word], named).pattern
        return f"(?:{own})"

    return re.compile(REFERENCE.sub(replacement, pattern), re.IGNORECASE)


def _time(written: str) -> str:
    hour, minute = written.split(":")
    number = int(hour) % NOON or NOON
    minutes = rf"[:.]{minute}" if minute != "00" else "(?:[:.]00)?"
    half = "a" if int(hour) < NOON else "p"
    wordings = [
        rf"\b{number}{minutes} ?{half}\.? ?m\b",
        rf"\b{int(hour):02}[:.h ]+{minute}\b(?! ?[ap]\.? ?m)",
        rf"\b{int(hour)} ?(?:h|heures?|horas)\b ?{minute.removeprefix('00')}",
        rf"\b{number}{minutes} (?:in the|at night|de la|du (?:soir|matin)|tonight)",
        rf"\b{BEFORE_A_TIME} {number}{minutes}(?! ?[ap]\.?m|[:.\d])\b",
    ]
    if minute == "00":
        wordings.append(rf"\b{NUMBERS[number % NOON]} (?:in the|at night|o'clock)")
        wordings.append(NAMES.get(int(hour), wordings[0]))
    return "|".join(wordings)
