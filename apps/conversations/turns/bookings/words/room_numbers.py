"""The number of the room that a guest's words are about."""

from __future__ import annotations

from apps.infrastructure import patterns

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


def is_all(text: str) -> bool:
    """Whether a text says little more than the room: "I'm in room 1204"."""
    return bool(read(text)) and len(text.split()) <= MOST_WORDS_OF_ROOM


def read(text: str, *, is_answer: bool = False) -> str:
    """Empty for none. is_answer: any number answers the question for the room."""
    match = _ROOM.search(text) or _LONG_ROOM.search(text) or _CHINESE_ROOM.search(text)
    if match is None and is_answer:
        match = _BARE_ROOM.search(text)
    return str(match[1]).upper() if match else ""
