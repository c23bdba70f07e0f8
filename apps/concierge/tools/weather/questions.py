"""Which weather a guest's message asks for, read without a model."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from apps.infrastructure import patterns
from apps.language.calendar import asked_time
from apps.language.vocabulary import numerals

Call = dict[str, Any]
LONGEST = 300
A_WEEK = timedelta(days=6)
A_DAY = timedelta(days=1)
SATURDAY = 5
# What is asked of the sky, and not of a shower or of what to do on a rainy day.
_ASKED = patterns.compile(
    r"\b(?:will|does|is|did|would|should|might) it(?: \w+){0,3} "
    r"(?:rain|snow|raining|snowing|rainy|snowy|sunny|stormy)\b"
    r"|\b(?:going to|gonna|supposed to) (?:rain|snow|be (?:rainy|snowy|sunny))\b"
    r"|\b(?:chance|probability|risk|odds) of (?:rain|snow|a storm|showers)\b"
    r"|\b(?:rain|snow) (?:on|today|tonight|tomorrow|this|next|later)\b"
    r"|\b(?:weather|forecast)\b"
    r"|\bhow (?:hot|cold|warm|windy) (?:is|will|does|was) it\b"
    r"|\b(?:temperature|degrees) (?:outside|outdoors|today|tonight|tomorrow|on (?:mon|"
    r"tues|wednes|thurs|fri|satur|sun)day|this (?:week|morning|afternoon|evening))\b"
    r"|\b(?:need|bring) an umbrella\b"
    r"|\b(?:va a|puede) (?:llover|nevar)\b|\b(?:llover[aá]|nevar[aá])\b"
    r"|\bqu[eé] tiempo (?:har[aá]|hace|va)\b|\bpron[oó]stico\b"
    r"|\b(?:c[oó]mo|qu[eé]) (?:es|est[aá]|estar[aá]|ser[aá]) el clima\b"
    r"|\b(?:necesito|llevar) (?:un )?paraguas\b"
    r"|\bva(?:-t-il)? (?:pleuvoir|neiger)\b|\b(?:pleuvra|neigera)(?:-t-il)?\b"
    r"|\bquel temps (?:fera|fait|va)\b|\b(?:quelle|dit la) m[eé]t[eé]o\b"
    r"|\b(?:besoin d'|prendre )un parapluie\b",
    "i",
)
_OF_SOMETHING_ELSE = patterns.compile(
    r"\b(?:if|when|whenever|in case)\b(?: \w+){0,2} (?:rain|rains|raining|snows?|bad)\b"
    r"|\b(?:bad|rainy|any|whatever the|hot|cold) weather\b"
    r"|\bweather (?:permitting|policy|policies|cancel\w*|proof)\b"
    r"|\b(?:si|cuando|quand|en cas de|s'il) (?:llueve|pleut|pluie|nieva|neige)\b"
    r"|(?:^|[,.;!] ?)(?:what )?"
    r"(?:great|lovely|nice|good|beautiful|awful|terrible) weather\b"
    r"|\b(?:odds|bet|bets|betting|wager)\b",
    "i",
)
_STATISTICS = patterns.compile(
    r"\b(?:average|mean|median|statistics|usual|typical|unusual|media|promedio|moyenne)\b",
    "i",
)
# "In Seattle", "the report for Tallahassee"; a month or a part of the day is no place.
_ELSEWHERE = patterns.compile(
    r"\b(?:weather|forecast|report|raining|snowing|rain|snow|conditions|like|it)\b"
    r"(?: \w+){0,2} (?:in|for|at) ([a-z]{3,})\b",
    "i",
)
_NO_PLACE = """
the this our my your here today tonight tomorrow next coming now town general noon
monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
midnight night weekend christmas thanksgiving
"""
_HERE = frozenset(_NO_PLACE.split())
_WEEKEND = patterns.compile(
    r"\b(?:weekend|fin de semana|week-end|fin de semaine)\b", "i"
)
_WEEK = patterns.compile(
    r"\b(?:this week|next (?:few|\d+|seven|several) days|coming days|esta semana|"
    r"pr[oó]ximos d[ií]as|cette semaine|prochains jours)\b",
    "i",
)
_LAST_MONTH = patterns.compile(
    r"\b(?:last month|past month|past (?:few )?weeks|mes pasado|mois dernier)\b", "i"
)
_TOMORROW = patterns.compile(r"\b(?:tomorrow|ma[nñ]ana|demain)\b", "i")
_WORD = patterns.compile(r"\w+")
_MONTH = timedelta(days=30)


def is_asked(text: str) -> bool:
    """Whether it asks for the weather at all."""
    if len(text) > LONGEST or not _ASKED.search(text):
        return False
    return not _OF_SOMETHING_ELSE.search(text)


def elsewhere(text: str) -> str:
    """The word by which it may name another place; empty for most questions."""
    match = _ELSEWHERE.search(text)
    word = match[1].lower() if match else ""
    return "" if word in _HERE or word in numerals.MONTHS else word


def read(text: str, now: datetime) -> Call | None:
    """Arguments of `get_weather`; None for every message that asks for no weather.

    now: in the property's zone.
    """
    if not is_asked(text):
        return None
    first, last, hour = _span(text, now)
    days = {"day": first.isoformat(), "until": last.isoformat()}
    if _STATISTICS.search(text):
        return {"kind": "statistics", **_enough(first, last, days)}
    if hour >= 0:
        return {"kind": "hours", "day": first.isoformat(), "hour": hour}
    return {"kind": "day", **days}


def _enough(first: date, last: date, days: dict[str, str]) -> dict[str, str]:
    """A single day has no average: a week from there on does."""
    if first != last:
        return days
    return {"day": first.isoformat(), "until": (first + A_WEEK).isoformat()}


def _span(text: str, now: datetime) -> tuple[date, date, int]:
    """First and last day, and the hour, or -1."""
    today = now.date()
    if _LAST_MONTH.search(text):
        return today - _MONTH, today - A_DAY, -1
    if _WEEK.search(text):
        return today, today + A_WEEK, -1
    if _WEEKEND.search(text):
        ahead = (SATURDAY - today.weekday()) % len(asked_time.WEEKDAYS)
        first = today + timedelta(days=ahead)
        return first, first + A_DAY, -1
    if moment := asked_time.read(text, now):
        hour = moment.clock.hour if moment.clock else -1
        return moment.day, moment.day, hour
    day = _day(text, today)
    return day, day, -1


def _day(text: str, today: date) -> date:
    """A weekday in another language; today where none is named."""
    if _TOMORROW.search(text):
        return today + A_DAY
    for word in _WORD.findall(text.lower()):
        weekday = numerals.WEEKDAYS.get(word)
        if weekday is not None and word != "sun":
            return today + timedelta(days=(weekday - today.weekday()) % 7)
    return today
