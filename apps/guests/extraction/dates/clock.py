"""Hours of the day as guests write them: "half past four", "9:30 pm", "vers 18h30"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from apps.guests.extraction.claims import LIKELY, UNSURE
from apps.guests.extraction.grammar import Grammar
from apps.infrastructure import patterns

_CLOCKS = ("o'clock", "oclock")
NOON, HOURS, MINUTES = 12, 24, 60
HALF, QUARTER, STEP = 30, 15, 5
# Guests who say "at 5" arrive in the afternoon; "at 9" may be either.
LATEST_CLEAR = 8
# Beside "breakfast" they may be in the morning from 6 on.
EARLIEST_MORNING = 6
NIGHT_ENDS = 5
# "1 night" is how long somebody stays.
NIGHTS = ("night", "evening")
# "One afternoon" is no hour, and "one in the afternoon" is.
HALVES = (*NIGHTS, "morning", "afternoon", "tonight")
_HALF_OF_DAY = (
    r"(?P<part>a\.?m\b\.?|p\.?m\b\.?|(?:{morning})\b|(?:{afternoon})\b|"
    r"(?:{evening})\b|o'?clock)"
)
_SPOKEN = (
    r"\b(?:(?P<half>{half_past})|(?P<quarter>{quarter})\s+(?:(?P<qto>{to_hour})|"
    r"{past_hour})|(?P<min>{num})\s+(?:minutes? )?(?:(?P<to>{to_hour})|{past_hour}))"
    rf"\s+(?P<hour>{{num}})\b(?:\s*{_HALF_OF_DAY})?"
)
# "Las ocho y media", "huit heures moins le quart", "halb acht".
_SPOKEN_BEHIND = (
    r"\b(?P<hour>{num})(?:{hour_sign})?\s+(?:(?P<half>{half_behind})|"
    rf"(?P<quarter>{{quarter_behind}})|(?P<less>{{quarter_less}}))\b(?:\s*{_HALF_OF_DAY})?"
)
_HALF_TO = rf"\b(?:{{half_to}})\s+(?P<hour>{{num}})\b(?:\s*{_HALF_OF_DAY})?"
# "Around 8ish", "sevenish".
_ISH = (
    rf"\b(?P<hour>{{num}})(?::(?P<minute>[0-5]\d))?\s?-?{{ish}}\b(?:\s*{_HALF_OF_DAY})?"
)
_WRITTEN = (
    r"\b(?P<hour>{num})(?:(?::|\.|h|{hour_sign}|\s)(?P<minute>[0-5]\d))?"
    rf"(?:{{hour_sign}})?\s*{_HALF_OF_DAY}"
)
_FULL = r"\b(?P<hour>[01]?\d|2[0-3])(?::|h|{hour_sign})(?P<minute>[0-5]\d)\b"
_SIGNED = r"\b(?P<hour>[01]?\d|2[0-3])(?:{hour_sign})(?:\b|$)"
_BARE = r"\b(?:{at})\s+(?P<hour>{num})\b"
_WORD = r"\b(?:(?P<noon>{noon})|(?P<midnight>{midnight}))\b"


@dataclass(frozen=True)
class Hour:
    """value: as `fact_kinds` writes it, "18:30". is_bare: of "at 5". is_guessed: no
    word says which half of the day."""

    value: str
    start: int
    end: int
    confidence: float = LIKELY
    is_bare: bool = False
    is_guessed: bool = False


def hours(
    text: str, grammar: Grammar, days: Sequence[tuple[int, int]]
) -> Iterator[Hour]:
    """days: spans of the text that name days, not hours."""
    # A byte a sign: comparing each hour with all others would take too long.
    covered = bytearray(len(text))
    for start, end in days:
        covered[start:end] = b"\1" * (end - start)
    for name, source in _FORMS.items():
        # Most languages lack some forms, and a search for nothing takes time as well.
        if name in _OF_PIECE and not grammar.has(_OF_PIECE[name]):
            continue
        for match in grammar.built(name, source).finditer(text):
            start, end = match.span()
            if any(covered[start:end]):
                continue
            hour = _read(name, match, grammar, text)
            if hour:
                hour = _of_evening(_of_morning(hour, grammar, text), grammar, text)
                covered[start:end] = b"\1" * (end - start)
                yield hour


def _of_morning(hour: Hour, grammar: Grammar, text: str) -> Hour:
    """ "At 8 for breakfast" may be no evening."""
    may_be_early = hour.is_guessed and int(hour.value[:2]) >= EARLIEST_MORNING + NOON
    if not may_be_early or grammar.pattern("early").search(text) is None:
        return hour
    return replace(hour, confidence=UNSURE)


def _of_evening(hour: Hour, grammar: Grammar, text: str) -> Hour:
    """ "Tomorrow night around half past 8" is no morning."""
    is_clear = hour.confidence > UNSURE
    if is_clear or grammar.built("an evening", r"\b{evening}\b").search(text) is None:
        return hour
    return replace(hour, confidence=LIKELY)


def _read(name: str, match: patterns.Match, grammar: Grammar, text: str) -> Hour | None:
    if name == "clock_word":
        return Hour("12:00" if match["noon"] else "00:00", *match.span())
    if name == "clock_spoken":
        return _spoken(match, grammar)
    if name in ("clock_behind", "clock_half_to"):
        return _spoken_by_hour(name, match, grammar)
    if name == "clock_bare":
        return _bare(match, grammar, text)
    minute = int(match["minute"] or 0) if name != "clock_signed" else 0
    has_part = name in ("clock_written", "clock_ish")
    part = (match["part"] or "") if has_part else ""
    is_spelled = not match["hour"].isdigit()
    if part in (HALVES if is_spelled else NIGHTS) and not match["minute"]:
        return None
    is_full = name == "clock_signed" or match["hour"].startswith("0")
    return _hour(
        grammar.number(match["hour"]), minute, part, grammar, match, is_full=is_full
    )


def _spoken(match: patterns.Match, grammar: Grammar) -> Hour | None:
    minute = HALF if match["half"] else QUARTER
    if match["min"]:
        minute = grammar.number(match["min"])
    if minute % STEP or minute >= MINUTES:
        return None
    hour = grammar.number(match["hour"])
    if match["qto"] or match["to"]:
        hour, minute = (hour - 1) % HOURS, MINUTES - minute
        hour = hour or NOON
    return _hour(hour, minute, match["part"] or "", grammar, match)


def _spoken_by_hour(name: str, match: patterns.Match, grammar: Grammar) -> Hour | None:
    """ "Las ocho y media", "huit heures moins le quart", and "halb acht" for 7:30."""
    hour, is_before = grammar.number(match["hour"]), name == "clock_half_to"
    minute = HALF if is_before or match["half"] else QUARTER
    if not is_before and match["less"]:
        is_before, minute = True, MINUTES - QUARTER
    hour = (hour - 1) % HOURS or NOON if is_before else hour
    return _hour(hour, minute, match["part"] or "", grammar, match)


def _bare(match: patterns.Match, grammar: Grammar, text: str) -> Hour | None:
    """ "At 5", where nothing else is counted."""
    ends = grammar.built("ends", "^{end}").search(text[match.end() :])
    is_longer = text[match.end() : match.end() + 1] in (":", "/")
    if ends is None or is_longer:
        return None
    hour = _hour(grammar.number(match["hour"]), 0, "", grammar, match)
    return replace(hour, is_bare=True) if hour else None


def _hour(
    hour: int,
    minute: int,
    part: str,
    grammar: Grammar,
    match: patterns.Match,
    *,
    is_full: bool = False,
) -> Hour | None:
    confidence, is_guessed = LIKELY, False
    if hour >= HOURS:
        return None
    if part and part not in _CLOCKS:
        hour = _in_half(hour, part, grammar)
    elif 0 < hour < NOON and not is_full:
        confidence = LIKELY if hour <= LATEST_CLEAR else UNSURE
        hour, is_guessed = hour + NOON, True
    value = f"{hour % HOURS:02}:{minute:02}"
    return Hour(value, *match.span(), confidence, is_guessed=is_guessed)


def _in_half(hour: int, part: str, grammar: Grammar) -> int:
    if hour > NOON:
        return hour
    is_morning = part.startswith("a") and part[1:2] in (".", "m")
    is_morning = is_morning or grammar.pattern("morning").fullmatch(part) is not None
    if is_morning or ("night" in part and (hour <= NIGHT_ENDS or hour == NOON)):
        return hour % NOON
    return hour % NOON + NOON


_OF_PIECE = {
    "clock_behind": "half_behind",
    "clock_half_to": "half_to",
    "clock_ish": "ish",
}
_FORMS = {
    "clock_spoken": _SPOKEN,
    "clock_behind": _SPOKEN_BEHIND,
    "clock_half_to": _HALF_TO,
    "clock_ish": _ISH,
    "clock_written": _WRITTEN,
    "clock_full": _FULL,
    "clock_signed": _SIGNED,
    "clock_bare": _BARE,
    "clock_word": _WORD,
}
