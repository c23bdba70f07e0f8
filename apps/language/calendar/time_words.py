"""The words by which a text in English names a day or an hour."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time

from apps.infrastructure import patterns
from apps.language.calendar import asked_time, clocks, holidays

_BEFORE = (
    r"(?:(?:on|at|in|for|by|from|around|about|past|after|until|til|till|before|"
    r"this|next|late|later|early|the|a|de the|right)\s+)*"
)
_DAY = (
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?|"
    r"(?:day after )?tomorrow|today|tonight|weekend|mornings?|afternoons?|evenings?|"
    r"nights?|breakfast|brunch|lunch|dinner|midnight|noon|now|\d{4}-\d\d-\d\d|"
    r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)"
    r"(?:uary|ruary|ch|il|ust|tember|ober|ember)?\.? \d{1,2}(?:st|nd|rd|th)?|"
    r"(?:\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|"
    r"eighth|ninth|tenth|eleventh|twelfth)(?: of)? "
    r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)"
    r"(?:uary|ruary|ch|il|ust|tember|ober|ember)?|\d{1,2}(?:st|nd|rd|th))"
)
_HOUR = (
    r"(?:\d{1,2}(?::[0-5]\d)?\s*(?:o'?clock|a\.?m\.?|p\.?m\.?|h(?:eures?|oras?)?"
    r"(?: ?[0-5]\d)?)|\d{1,2}:[0-5]\d)"
)
# "At 9" and no other number: "for 4" says how many come.
_HOUR_ALONE = (
    r"at \d{1,2} hours|(?:at|around|about|past|after|until|til|till|before|by|tonight|"
    r"tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day) \d{1,2}(?::[0-5]\d)?"
)
_PHRASE = patterns.compile(
    rf"\b(?:{_BEFORE}(?:{_HOUR}|{_DAY})|{_HOUR_ALONE})(?:\b|$)", "i"
)
_TODAY = patterns.compile(
    r"\b(?:today|tonight|this (?:morning|afternoon|evening)|(?:right )?now|"
    r"(?:this |next )?weekend)\b"
)
_PART_OF_DAY = patterns.compile(
    r"\b(?:(?:morning|afternoon|evening|night)s?|breakfast|brunch|lunch|dinner)\b"
)
_MEAL = patterns.compile(r"\b(?:breakfast|brunch|lunch|dinner)\b", "i")
_JOINING = patterns.compile(
    r"^\W*(?:(?:and|or|but|ok|okay|so|then|what about|how about|actually|better|best|"
    r"rather|maybe|perhaps|instead|make it|sorry|no|"
    r"(?:what )?if (?:we|i|you) (?:come|came|arrived?|go|went|show up|"
    r"(?:get|got) there)"
    r")\b\W*)+|"
    r"\W+(?:instead|then|rather|please|perhaps|maybe)\W*$",
    "i",
)
_SPACES = patterns.compile(r"[\s,;.!?¿¡]+")
_OF_NIGHT = patterns.compile(r"\b(?:tonight|evening|night|now)\b")
# Of the question before; a table near the bar at one is for lunch.
_LATE = patterns.compile(r"\b(?:late|later|nights|evenings|drinks?|bars?|clubs?)\b")
EVENING, LATE_EVENING = time(17), time(20)


def without(text: str) -> str:
    """The text without the words of times, and without the signs between words."""
    return _without(text, " ")


def _without(text: str, instead: str | Callable[[patterns.Match], str]) -> str:
    return _SPACES.sub(" ", _PHRASE.sub(instead, _without_holidays(text))).strip()


def moved(question: str, text: str) -> str:
    """A question with the time that the text names; its meal stays, if the text has
    none of its own: "where can we have dinner tomorrow"."""
    when = merged(text, question)
    if _MEAL.search(when):
        return f"{without(question)} {when}"
    return f"{_without(question, _meal_in)} {when}"


def _meal_in(match: patterns.Match) -> str:
    return str(match[0]) if _MEAL.search(match[0]) else " "


def are_all(text: str) -> bool:
    """Whether it names a day or an hour and says nothing else: "and at 9 tonight?"."""
    plain = _JOINING.sub("", text.lower()).strip()
    has_words_left = any(sign.isalnum() for sign in without(plain))
    is_named = asked_time.day_words(plain) or _TODAY.search(plain)
    return bool(is_named or _as_before(plain, "")) and not has_words_left


def names_hour(text: str) -> bool:
    return clocks.read(text.lower()) is not None


def merged(
    text: str, before: str, is_open: Callable[[time], bool] = lambda clock: True
) -> str:
    """The time that a text names, with what it leaves out as the text before names it.

    "Tomorrow at 10 pm", for "and tomorrow?" after "open tonight at 10?". An hour that
    may be of either half of the day is as before, or else in the evening. Empty where
    neither names a time.

    is_open: whether the place is ever open at an hour. Where nothing was said of the
    half, it is the one in which the place is open.
    """
    lower, earlier = text.lower(), before.lower()
    clock = clocks.read(lower) or _half_open(lower, earlier, is_open)
    is_part_named = bool(_PART_OF_DAY.search(lower) or _TODAY.search(lower))
    if clock is None and not is_part_named:
        clock = clocks.read(earlier)
    day = _day(lower)
    if not day and not (clock and clock < EVENING and _OF_NIGHT.search(earlier)):
        day = _day(earlier)  # "at noon?" after "tonight" is on no evening
    hour = f"at {clock:%I:%M %p}".lower().replace("at 0", "at ") if clock else ""
    return f"{day} {hour}".strip()


def _half_open(text: str, before: str, is_open: Callable[[time], bool]) -> time | None:
    """An hour as before, or in the other half of the day where only that is open."""
    clock = _as_before(text, before)
    is_told = clocks.read(before) or _OF_NIGHT.search(before) or _MEAL.search(before)
    if clock is None or is_told or is_open(clock):
        return clock
    half_a_day_off = clock.replace(hour=(clock.hour + clocks.NOON) % (2 * clocks.NOON))
    return half_a_day_off if is_open(half_a_day_off) else clock


def _as_before(text: str, before: str) -> time | None:
    """Of an hour without its half of the day."""
    earlier, meal = clocks.read(before), _MEAL.search(before)
    is_morning = earlier is not None and earlier.hour < clocks.NOON
    if earlier is None and meal:
        is_morning = meal[0] == "breakfast"
        clock = clocks.read(f"{meal[0]} {text}")
    else:
        clock = clocks.read(f"{'breakfast' if is_morning else 'dinner'} {text}")
    is_of_night = (
        _OF_NIGHT.search(text)
        or _OF_NIGHT.search(before)
        or _LATE.search(before)
        or (earlier is not None and earlier >= LATE_EVENING)
    )
    if clock and clock.hour <= clocks.NIGHT_ENDS and not (is_morning or is_of_night):
        return clock.replace(hour=clock.hour + clocks.NOON)  # "tomorrow at 3"
    return clock


def _day(text: str) -> str:
    named = asked_time.day_words(text)
    match = None if named else _TODAY.search(text)
    day = named or (match[0] if match else "")
    part = None if match else _PART_OF_DAY.search(text)
    return f"{day} {part[0]}".strip() if part else day


def _without_holidays(text: str) -> str:
    named = holidays.words(text.lower())
    lower = text.lower().replace(f"{named} day", named)
    return lower.replace(named, " tomorrow ") if named else text
