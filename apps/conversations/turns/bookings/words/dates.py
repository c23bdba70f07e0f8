"""Days and times in a guest's words, and days and times said to a guest."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils import dateformat, translation

from apps.conversations.turns.bookings.words import spoken_numbers, spoken_times
from apps.infrastructure import patterns
from apps.language import normalise
from apps.language.calendar import asked_time
from apps.language.vocabulary import numerals

# Whether a day is named does not hang on which day it is.
ANY_DAY = datetime(2000, 1, 1, 12, tzinfo=UTC)
_ENGLISH_DAYS = (
    *("monday", "tuesday", "wednesday", "thursday"),
    *("friday", "saturday", "sunday"),
)
_PHRASES = (
    (r"\b(?:esta noche|ce soir|heute abend|stasera|hoje a noite)\b", "tonight"),
    (r"\b(?:pasado manana|apres demain|ubermorgen|dopodomani)\b", "the day after"),
    (r"\b(?:morgens|vormittags|morgen fruh)\b|\bdel mattino\b|\bda manha\b", "am"),
    (r"\b(?:nachmittags|abends)\b|\bdi sera\b|\bda (?:tarde|noite)\b", "pm"),
    (r"\b(?:de|por|en|para|a) la manana\b|\bdu matin\b", "am"),
    (
        r"\b(?:de|por|en|para|a) la (?:tarde|noche)\b|"
        r"\b(?:de|dans|a) l apres midi\b|\bdu soir\b",
        "pm",
    ),
    (r"\b(?:hoy|aujourd hui|heute|oggi|hoje)\b", "today"),
    (r"\b(?:manana|demain|morgen|domani|amanha)\b", "tomorrow"),
    (r"\b(?:ayer|hier)\b", "yesterday"),
    (r"\b(?:mediodia|midi|mittags|mezzogiorno|meio dia)\b", "noon"),
    (r"\b(?:medianoche|minuit|mitternacht|mezzanotte|meia noite)\b", "midnight"),
)
_AT = patterns.compile(
    r"\b(?:a las|a la|para las|hasta las|vers|um|auf|gegen|bis|ab|alle|ore|as|pelas) "
    r"(\d{1,2})(?: ?h ?|:| uhr ?)?(\d{2})?\b"
)
# "20h30", "20:30 Uhr" and "20 Uhr 30".
_NAMED_HOUR = patterns.compile(
    r"\b(\d{1,2})(?::(\d{2}))? ?(?:h(?:eures?)?|uhr)(?: ?(\d{2}))?\b"
)
_REPLACED = tuple(
    (patterns.compile(source), words) for source, words in _PHRASES if words
)
_WORD = patterns.compile(r"\w+")
# What is to be no longer: "at 1 instead of 11".
_UNWANTED = patterns.compile(
    r"\b(?:instead of|rather than|en vez|en lugar|au lieu|em vez)(?: (?:of|de|at|for))*"
    r" \d{1,2}(?::\d\d)?(?: ?[ap]m\b)?"
)
_BARE_HOUR = patterns.compile(
    r"\b(?:to|at|by|around|about|until|till|til|say|like|tipo|como a|genre|make it|"
    r"rather|instead|before|after|(?:we|i|you|they) do|"
    r"(?:dinner|lunch|breakfast|brunch|it|massage|table|treatment) be) "
    r"(\d{1,2})(?::([0-5]\d))?\b"
)
_HOUR_INSTEAD = patterns.compile(r"\b(\d{1,2})(?::([0-5]\d))? instead\b")
# "For 8" is a time only where nothing else is: "for 4 at 7".
_FOR_HOUR = patterns.compile(r"\bfor (\d{1,2})(?::([0-5]\d))?\b")
_CLOCK = patterns.compile(r"\b(\d{1,2}):([0-5]\d)\b")
_OF_PEOPLE = patterns.compile(
    r"^ ?(?:people|persons?|guests?|of us|pax|adults?|seats?|more|hours?|nights?|"
    r"personas|personnes|adultos|couverts|pessoas|personen|leute|persone|(?:st|nd|rd|th)\b|"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))"
)
_DOTTED = patterns.compile(r"\b(\d{1,2})\.([0-5]\d)\b")
DAY = timedelta(days=1)
NIGHT_ENDS = time(asked_time.NIGHT_ENDS)
_WEEKDAY = patterns.compile(r"^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$")
_LAST_DAY = patterns.compile(r"\blast \w+day\b|day (?:pasado|dernier|passado)\b")
_AFTER_NOON = patterns.compile(r"\b(?:afternoon|evening|pm)\b")
_IN_THE_MORNING = patterns.compile(r"\bmornings?\b")
# A month and day that come round so late were meant of this year.
FAR = timedelta(days=300)
_YEAR = patterns.compile(r"\b20\d\d\b")


@dataclass(frozen=True)
class Wanted:
    """What a message names. is_past: a day that is over, or that there is not."""

    day: date | None = None
    clock: time | None = None
    party: int | None = None
    is_past: bool = False

    @property
    def is_empty(self) -> bool:
        return self == Wanted()


def read(text: str, now: datetime, time_before: time | None = None) -> Wanted:
    """The day, the time and the number of people of a message.

    now: in the property's zone. time_before: that is to be changed, which tells
    whether "at 8" is of the morning.
    """
    english = spoken_times.with_months(in_english(text), now.date())
    english = _UNWANTED.sub(" ", english)
    asked_moment = asked_time.read(english, now)
    is_last = bool(_LAST_DAY.search(english))
    is_past = is_last or asked_time.is_no_day(english, now)
    has_day = bool(asked_time.day_words(english)) or names_today(english)
    day = asked_moment.day if asked_moment and has_day and not is_last else None
    if day and day - now.date() > FAR and not _YEAR.search(english):
        is_past = True
    clock = (asked_moment.clock if asked_moment else None) or _bare_clock(
        english, time_before
    )
    if day and clock and clock < NIGHT_ENDS and _is_of_weekday(english):
        day += DAY
    party = spoken_numbers.party(english)
    if party is None and clock is not None:
        party = spoken_numbers.party_beside_clock(english)
    return Wanted(day, clock, party, is_past)


def _is_of_weekday(text: str) -> bool:
    """Whether "Friday 1 AM" means the night that begins on Friday."""
    return bool(_WEEKDAY.search(asked_time.day_words(text))) and not (
        _IN_THE_MORNING.search(text)
    )


def in_english(text: str) -> str:
    """Lower-case words with the days and hours of other languages in English."""
    plain = normalise.folded(normalise.visible(text)).replace("'", " ")
    plain = plain.replace("\N{RIGHT SINGLE QUOTATION MARK}", " ")
    plain = _DOTTED.sub(lambda m: f"{m[1]}:{m[2]}", spoken_times.in_figures(plain))
    for pattern, words in _REPLACED:
        plain = pattern.sub(words, plain)
    plain = _NAMED_HOUR.sub(lambda m: f"at {int(m[1])}:{m[2] or m[3] or '00'}", plain)
    plain = _AT.sub(lambda m: f"at {m[1]}:{m[2] or '00'}", plain)
    plain = spoken_times.with_english_days(_WORD.sub(_english_word, plain))
    return plain.replace(" de ", " ").replace("  ", " ")


def _english_word(match: patterns.Match) -> str:
    word: str = match[0]
    if word in numerals.WEEKDAYS and word not in numerals.DOUBTFUL:
        return _ENGLISH_DAYS[numerals.WEEKDAYS[word]]
    if word in numerals.MONTHS and len(word) > len("mar"):
        return f"{date(2000, numerals.MONTHS[word], 1):%B}".lower()
    return spoken_times.day_in_english(word)


def names_today(text: str) -> bool:
    """text: as `in_english` writes it."""
    return any(word in text for word in ("today", "tonight", "this evening"))


def _bare_clock(text: str, time_before: time | None) -> time | None:
    """ "To 8" and "8:30": the half of the day that is nearer to the time before."""
    for pattern in (_CLOCK, _BARE_HOUR, _HOUR_INSTEAD, _FOR_HOUR):
        for match in pattern.finditer(text):
            if _OF_PEOPLE.search(text[match.end() :]):
                continue
            hour, minute = int(match[1]), int(match[2] or 0)
            is_midnight = hour == 0 and match[2] is not None
            if hour > 23 or (hour == 0 and not is_midnight):  # noqa: PLR2004
                continue
            return time(_of_part_of_day(hour, time_before, english=text), minute)
    return None


def _of_part_of_day(hour: int, time_before: time | None, *, english: str) -> int:
    """ "Like 4" beside "the afternoon" is of that; else the nearer half of the day."""
    if 0 < hour < asked_time.NOON and _AFTER_NOON.search(english):
        return hour + asked_time.NOON
    return _nearer(hour, time_before)


def _nearer(hour: int, time_before: time | None) -> int:
    if time_before is None or not 0 < hour <= asked_time.NOON:
        return hour
    halves = (hour % asked_time.NOON, hour % asked_time.NOON + asked_time.NOON)
    return min(halves, key=lambda each: abs(each - time_before.hour))


FORMATS = {
    "en": ("l, F j", "g:i A", "{day}, {clock}"),
    "es": (r"l j \d\e F", "H:i", "{day}, {clock}"),
    "fr": ("l j F", "H:i", "{day}, {clock}"),
    "pt": (r"l, j \d\e F", "H:i", "{day}, {clock}"),
    "zh": ("n月j日 l", "H:i", "{day} {clock}"),
    "de": ("l, j. F", r"H:i \U\h\r", "{day}, {clock}"),
    "it": ("l j F", "H:i", "{day}, ore {clock}"),
}
# Where Django calls a language otherwise, or writes names of days with a capital.
_LOCALES = {"pt": "pt-br", "zh": "zh-hans"}
_IN_SMALL_LETTERS = frozenset({"pt", "it"})


def say(moment: datetime, language: str, *, with_clock: bool = True) -> str:
    """`Friday, November 27, 7:00 PM`; moment: in the property's zone."""
    spoken = language if language in FORMATS else "en"
    day_format, clock_format, both = FORMATS[spoken]
    with translation.override(_LOCALES.get(spoken, spoken)):
        day = dateformat.format(moment, day_format)
        clock = dateformat.time_format(moment.time(), clock_format)
    day = day.lower() if spoken in _IN_SMALL_LETTERS else day
    return both.format(day=day, clock=clock) if with_clock else day


def say_clock(moment: datetime | time, language: str) -> str:
    spoken = language if language in FORMATS else "en"
    with translation.override(_LOCALES.get(spoken, spoken)):
        return dateformat.time_format(moment, FORMATS[spoken][1])
