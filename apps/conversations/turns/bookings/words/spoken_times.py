"""Days and hours as guests say them, in the form that `dates` reads: names of days that
`numerals` does not know, "the 6th" with its month, "half past eight" as "at 20:30".
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from apps.infrastructure import patterns
from apps.language.vocabulary import numerals

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
_MONTH = (
    r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic|fev|avr|mai|aou"
)
_DAY = patterns.compile(
    r"\b(?:(?:to|on|for|until|till|from)? ?the (?P<english>\d{1,2})(?:st|nd|rd|th)|"
    r"(?:para el|el dia|al dia|pour le|au jour du) (?P<other>\d{1,2}))\b"
    r"(?P<beside> ?(?:of|de|:|h\b|floor|street|birthday|anniversary|person|time|night|"
    rf"personas|personnes|{_MONTH}))?"
)
NOON = 12
_ENGLISH = patterns.compile(
    r"\b(?:a )?(half|quarter|five|ten|twenty) (past|after|to|till|before) (\w+)\b"
)
# "Half eight" is half past eight in Britain; "half an hour" is no time.
_BRITISH_HALF = patterns.compile(
    r"\bhalf (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\b"
)
_MINUTES = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20}
_AND_A_PART = patterns.compile(
    r"\b(\d{1,2})(?: ?h(?:eures?)?)? (y media|y cuarto|menos cuarto|et demie?|et quart|"
    r"moins le quart|e meia)\b"
)
_PARTS = {
    **{"y media": 30, "et demi": 30, "et demie": 30, "e meia": 30},
    **{"y cuarto": 15, "et quart": 15, "menos cuarto": -15, "moins le quart": -15},
}
# "A las ocho", "um acht", "alle otto": the hour is written as a word.
_HOURS = {
    word: hour
    for words in (
        "una dos tres cuatro cinco seis siete ocho nueve diez once doce",
        "one two three four five six seven eight nine ten eleven twelve",
        "une deux trois quatre cinq six sept huit neuf dix onze douze",
        "uma duas tres quatro cinco seis sete oito nove dez onze doze",
        "eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
        "una due tre quattro cinque sei sette otto nove dieci undici dodici",
    )
    for hour, word in enumerate(words.split(), 1)
}
_HOUR = "|".join(sorted(_HOURS, key=len, reverse=True))
_AT_WORD = patterns.compile(
    r"\b(at|to|by|around|about|until|till|a las?|para las?|hasta las?|um|auf|gegen|"
    r"bis|vor|nach|alle|verso le|as|a|pelas|"
    rf"vers|halb|viertel nach|viertel vor) ({_HOUR})\b"
)
_HOUR_WORD = patterns.compile(rf"\b({_HOUR}) (uhr)\b")
_GERMAN_PART = patterns.compile(
    r"\b(?:um )?(halb|viertel nach|viertel vor|viertel uber) (\d{1,2})\b"
)
_GERMAN_MINUTES = {
    "halb": -30,
    "viertel nach": 15,
    "viertel uber": 15,
    "viertel vor": -15,
}
_GERMAN_PARTY = patterns.compile(r"\bzu (zweit|dritt|viert|funft|sechst|siebt|acht)\b")
_GERMAN_COUNTS = {
    **{"zweit": 2, "dritt": 3, "viert": 4, "funft": 5, "sechst": 6, "siebt": 7},
    "acht": 8,
}
_DIGITS = "一二三四五六七八九十"
_CHINESE = patterns.compile(
    rf"(凌晨|早上|上午|中午|下午|傍晚|晚上|今晚)?(\d{{1,2}}|[两{_DIGITS}]{{1,3}})"
    rf"(?:点|點|时)(半|一刻|三刻|(?:\d{{1,2}}|[{_DIGITS}]{{1,3}})分?)?"
)
_CHINESE_PARTY = patterns.compile(rf"(\d{{1,2}}|[两{_DIGITS}]{{1,3}})(?:个人|位|人)")
_LATER_HALF = frozenset({"中午", "下午", "傍晚", "晚上", "今晚"})
_CHINESE_PARTS = {"半": 30, "一刻": 15, "三刻": 45}


def day_in_english(word: str) -> str:
    """A folded word; itself where it is no such name."""
    return _IN_ENGLISH.get(word, word)


def with_english_days(text: str) -> str:
    """ "December 5" for "12月5日", and for the "5. december" of "am 5. Dezember".

    An hour may follow, which stands nearer to the day than to the month.
    """
    text = _CHINESE_DAY.sub(lambda m: f" {_MONTHS[int(m[1]) - 1]} {m[2]} ", text)
    return _GERMAN_DAY.sub(lambda m: f"{m[2]} {m[1]}", text)


def with_months(text: str, today: date) -> str:
    """The text, as `dates.in_english` writes it, with "on 6 december" for "the 6th"
    that comes next."""

    def named(match: patterns.Match) -> str:
        whole: str = match[0]
        number = int(match["english"] or match["other"])
        day = None if match["beside"] else _next_day(number, today)
        return f"on {day.day} {day:%B}".lower() if day else whole

    return _DAY.sub(named, text)


def _next_day(number: int, today: date) -> date | None:
    """The next day with that number, in this month or the next one."""
    following = today.replace(day=1) + timedelta(days=32)
    for month in (today, following):
        last = monthrange(month.year, month.month)[1]
        if 1 <= number <= last and month.replace(day=number) >= today:
            return month.replace(day=number)
    return None


def in_figures(text: str) -> str:
    """Folded words with spoken hours, and Chinese ones, in figures."""
    text = _BRITISH_HALF.sub(lambda m: f"half past {m[1]}", text)
    text = _ENGLISH.sub(_english, text)
    text = _GERMAN_PARTY.sub(lambda m: f"{_GERMAN_COUNTS[m[1]]} people", text)
    text = _AT_WORD.sub(lambda m: f"{m[1]} {_HOURS[m[2]]}", text)
    text = _HOUR_WORD.sub(lambda m: f"{_HOURS[m[1]]} {m[2]}", text)
    text = _GERMAN_PART.sub(_german, text)
    text = _AND_A_PART.sub(_and_a_part, text)
    if text.isascii():
        return text
    text = _CHINESE.sub(_chinese, text)
    return _CHINESE_PARTY.sub(lambda m: f" {_number(m[1])} people ", text)


def hour_of(word: str) -> int | None:
    """Of "huit", "acht" and "otto"; None for other folded words."""
    return _HOURS.get(word)


def _english(match: patterns.Match) -> str:
    word = str(match[3])
    hour = int(word) if word.isdecimal() else numerals.number_of(word)
    if hour is None or not 1 <= hour <= NOON:
        return str(match[0])
    minutes = _MINUTES[match[1]]
    is_past = match[2] in {"past", "after"}
    return _clock(60 * hour + (minutes if is_past else -minutes))


def _german(match: patterns.Match) -> str:
    """ "Halb acht" is half past seven."""
    return f"um {_clock(60 * int(match[2]) + _GERMAN_MINUTES[match[1]])}"


def _and_a_part(match: patterns.Match) -> str:
    return _clock(60 * int(match[1]) + _PARTS[match[2]])


def _chinese(match: patterns.Match) -> str:
    hour, part = _number(match[2]), str(match[3] or "")
    is_late = match[1] in _LATER_HALF and hour < NOON
    minutes = _CHINESE_PARTS.get(part)
    if minutes is None:
        minutes = _number(part.removesuffix("分")) if part else 0
    if hour > 24 or minutes > 59:  # noqa: PLR2004 - no time of the day
        return str(match[0])
    return f" {_clock(60 * (hour + NOON * is_late) + minutes)} "


def _clock(minutes: int) -> str:
    hour, minute = divmod(minutes % (24 * 60), 60)
    return f"{hour}:{minute:02}"


def _number(text: str) -> int:
    """Of "12" and "十二"."""
    if text.isdecimal():
        return int(text)
    plain = text.replace("两", "二")
    tens, ten, ones = plain.rpartition("十")
    if not ten:
        return _DIGITS.index(plain[0]) + 1
    first = _DIGITS.index(tens[0]) + 1 if tens else 1
    return 10 * first + (_DIGITS.index(ones[0]) + 1 if ones else 0)
