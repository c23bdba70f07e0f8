"""Hours that are spoken, as "at 20:30": "half past eight", "8 y media", "晚上8点半"."""

from __future__ import annotations

from apps.infrastructure import patterns
from apps.language.vocabulary import numerals

NOON = 12
_ENGLISH = patterns.compile(
    r"\b(?:a )?(half|quarter|five|ten|twenty) (past|after|to|till|before) (\w+)\b"
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
_DIGITS = "一二三四五六七八九十"
_CHINESE = patterns.compile(
    rf"(凌晨|早上|上午|中午|下午|傍晚|晚上|今晚)?(\d{{1,2}}|[两{_DIGITS}]{{1,3}})"
    rf"(?:点|點|时)(半|一刻|三刻|(?:\d{{1,2}}|[{_DIGITS}]{{1,3}})分?)?"
)
_CHINESE_PARTY = patterns.compile(rf"(\d{{1,2}}|[两{_DIGITS}]{{1,3}})(?:个人|位|人)")
_LATER_HALF = frozenset({"中午", "下午", "傍晚", "晚上", "今晚"})
_CHINESE_PARTS = {"半": 30, "一刻": 15, "三刻": 45}


def in_figures(text: str) -> str:
    """Folded words with spoken hours, and Chinese ones, in figures."""
    text = _ENGLISH.sub(_english, text)
    text = _AND_A_PART.sub(_and_a_part, text)
    if text.isascii():
        return text
    text = _CHINESE.sub(_chinese, text)
    return _CHINESE_PARTY.sub(lambda m: f" {_number(m[1])} people ", text)


def _english(match: patterns.Match) -> str:
    word = str(match[3])
    hour = int(word) if word.isdecimal() else numerals.number_of(word)
    if hour is None or not 1 <= hour <= NOON:
        return str(match[0])
    minutes = _MINUTES[match[1]]
    is_past = match[2] in {"past", "after"}
    return _clock(60 * hour + (minutes if is_past else -minutes))


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
