"""Names of days and months in languages that `numerals` does not know."""

from __future__ import annotations

from apps.infrastructure import patterns

_IN_ENGLISH = {
    word: english
    for english, words in {
        "monday": "segunda montag lunedi",
        "tuesday": "martes mardi terca dienstag martedi",
        "wednesday": "quarta mittwoch mercoledi",
        "thursday": "quinta donnerstag giovedi",
        "friday": "sexta freitag venerdi",
        "saturday": "samstag sabato",
        "sunday": "sonntag domenica",
        "january": "janeiro januar gennaio",
        "february": "fevereiro februar febbraio",
        "march": "marco marz",
        "april": "aprile",
        "may": "maio mai maggio",
        "june": "junho juni giugno",
        "july": "julho juli luglio",
        "september": "setembro settembre",
        "october": "outubro oktober ottobre",
        "november": "novembro",
        "december": "dezembro dezember dicembre",
    }.items()
    for word in words.split()
}
_GERMAN_DAY = patterns.compile(
    r"\b(\d{1,2})\. (january|february|march|april|may|june|july|august|september|"
    r"october|november|december)\b"
)


def in_english(word: str) -> str:
    """A folded word; itself where it is no such name."""
    return _IN_ENGLISH.get(word, word)


def without_stops(text: str) -> str:
    """ "5 december" for the "5. december" of "am 5. Dezember"."""
    return _GERMAN_DAY.sub(lambda m: f"{m[1]} {m[2]}", text)
