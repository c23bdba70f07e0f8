"""Numbers in a guest's words: of people, as `dates.in_english` writes these, and of the
room that they are about.
"""

from __future__ import annotations

from apps.conversations.turns.bookings.words import spoken_times
from apps.infrastructure import patterns
from apps.language.vocabulary import numerals

_PARTY = (
    patterns.compile(
        r"\b(\w+) (?:people|persons?|guests|of us|pax|adults|seats|personas|personnes|"
        r"adultos|couverts|convives|pessoas|personen|leute|gaste|persone)\b"
    ),
    patterns.compile(
        r"\b(?:party|table|group|mesa|grupo|groupe) (?:of|for|para|pour|de) (\w+)\b"
    ),
    patterns.compile(
        r"\b(?:we are|we re|were|we will be|we ll be|well be|there will be|there ll be|"
        r"there are|theres|(?:can|could|may) we be|seremos|somos|ser|"
        r"nous serons|nous sommes|on sera|on est|(?:on|nous|peut|pourrait) etre|"
        r"(?:sera|serons) plus que|"
        r"wir sind|wir werden|siamo(?: in)?|"
        r"saremo(?: in)?) (?:now |only |just |ahora |maintenant |jetzt |nur |solo )?"
        r"(\w+)\b"
    ),
)
# "7pm for 10": of people, where a time is named besides.
_FOR_SO_MANY = patterns.compile(
    r"\b(?:for|para|pour|fur|per) (\w+)(?: (?:please|pls|then|instead|now|bitte))?"
    r"(?:[\s,.;!?]+(?:at|um|a las|a)\b.*)?[\s.!?]*$"
)
_NAMES_CLOCK = patterns.compile(
    r"\b\d{1,2}(?::[0-5]\d| ?[ap]\.?m\b)|\b(?:at|to|um) \d{1,2}\b|\b(?:noon|midnight)\b"
)
# "We are 10 minutes late" counts nobody.
_OF_TIME = patterns.compile(
    r"^ ?(?:minutes?|mins?|hours?|days?|minutos?|horas?|heures?|minuten|stunden)\b"
)
_ONE_WORDS = "one uno una un une um uma ein eine einen einer"
_ONE = frozenset(_ONE_WORDS.split())
_ROOM = patterns.compile(
    r"\b(?:room|rm|suite|habitaci[oó]n|hab|cuarto|chambre|chbre|ch|quarto|zimmer|camera)"
    r"\.?(?: number| no\.?| n[uú]mero)? ?#?"
    r"(\d{1,5}[a-z]?)\b",
    "i",
)
MOST_WORDS_OF_ROOM = 4
_CHINESE_ROOM = patterns.compile(r"(\d{2,5}[a-z]?) ?号?(?:房|客房|室)", "i")
_BARE_ROOM = patterns.compile(r"^\D{0,20}\b(\d{1,5}[a-z]?)\b\D{0,10}$", "i")
# Three figures or more, where nothing else is said or a preposition stands before them.
_LONG_ROOM = patterns.compile(
    r"(?:\b(?:to|in|for|at|a la|en la|en|a|au|dans|para|no|na|zu|in|auf|alla)\s+|"
    r"[#,] ?|^)"
    r"(\d{3,5}[a-z]?)(?:\W*$|[,;.!?] |\W+(?:please|pls|thanks?|por favor|gracias|merci|"
    r"bitte|asap|now|s|and|its|it|is|the|but|y|et|und|e)\b)",
    "i",
)


def party(text: str) -> int | None:
    for pattern in _PARTY:
        for match in pattern.finditer(text):
            number = number_of(match[1])
            if number is not None and not _OF_TIME.search(text[match.end() :]):
                return number
    return None


def party_beside_clock(text: str) -> int | None:
    """ "For 10" is a time where nothing else is one."""
    match = _FOR_SO_MANY.search(text)
    if match is None or not _NAMES_CLOCK.search(f"{text[: match.start()]} {match[0]}"):
        return None
    return number_of(match[1])


def party_at_end(text: str) -> int | None:
    """Of "but for 4", which may be a time as well."""
    match = _FOR_SO_MANY.search(text)
    return number_of(match[1]) if match else None


def number_of(word: str) -> int | None:
    if word.isdecimal():
        return int(word[:6])
    if word in _ONE:
        return 1
    return numerals.number_of(word) or spoken_times.hour_of(word)


def is_room_alone(text: str) -> bool:
    """Whether a text says little more than the room: "I'm in room 1204"."""
    return bool(room(text)) and len(text.split()) <= MOST_WORDS_OF_ROOM


def room(text: str, *, is_answer: bool = False) -> str:
    """Empty for none. is_answer: any number answers the question for the room."""
    match = _ROOM.search(text) or _LONG_ROOM.search(text) or _CHINESE_ROOM.search(text)
    if match is None and is_answer:
        match = _BARE_ROOM.search(text)
    return str(match[1]).upper() if match else ""
