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
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_GERMAN_DAY = patterns.compile(rf"\b(\d{{1,2}})\. ({'|'.join(_MONTHS)})\b")
_CHINESE_DAY = patterns.compile(r"(1[0-2]|0?[1-9])月(\d{1,2})[日号]")


def in_english(word: str) -> str:
    """A folded word; itself where it is no such name."""
    return _IN_ENGLISH.get(word, word)


def with_english_days(text: str) -> str:
    """ "December 5" for "12月5日", and for the "5. december" of "am 5. Dezember".

    An hour may follow, which stands nearer to the day than to the month.
    """
    text = _CHINESE_DAY.sub(lambda m: f" {_MONTHS[int(m[1]) - 1]} {m[2]} ", text)
    return _GERMAN_DAY.sub(lambda m: f"{m[2]} {m[1]}", text)
