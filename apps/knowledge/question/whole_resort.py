"""The whole resort, where guests say "the hotel" or "this place" instead of "you".

Rows have such words in their names and texts ("Hotel Packages"), so that a question
about a spa would be answered with what is called after the hotel.
"""

from __future__ import annotations

from apps.infrastructure import patterns

_RESORT = r"(the|this|your|ur) (hotel|resort|casino|property|place|establishment)"
_AS_SUBJECT = patterns.compile(
    rf"\b(do|does|did) {_RESORT} (have|offer|provide|serve|sell|allow|accept|take|run|"
    r"host|charge)\b",
    "i",
)
_HAS_GOT = patterns.compile(rf"\b(has|have) {_RESORT} got\b", "i")
# Only of what is there: what is allowed in the casino is another matter in the hotel.
_WHETHER_THERE = patterns.compile(
    r"^\W*((hi|hey|hello|ok|and|so|also)\W+)*(any|is there|are there|do you have|got|"
    r"(what|which) \w+ (is|are))\b",
    "i",
)
_AS_PLACE = patterns.compile(
    rf" ((in|at|inside|on) {_RESORT}|on[- ]?(site|property|premises))(\W*)$", "i"
)
# Not "how old does the hotel require you to be?", which asks for a guest's years.
_HOW_OLD = patterns.compile(
    r"^\W*((hi|hey|hello|ok|and|so|also)\b\W*)*"
    rf"how old (is|are|does) ({_RESORT}|this building|you guys)\W*$",
    "i",
)


def as_you(text: str) -> str:
    """ "Do you have a spa?" for "does the hotel have a spa?"."""
    text = _AS_SUBJECT.sub(lambda match: f"do you {match[4]}", text)
    text = _HAS_GOT.sub("do you have", text)
    if not _WHETHER_THERE.search(text):
        return text
    return str(_AS_PLACE.sub(lambda match: match[6], text))


def history(text: str) -> str:
    """What "how old is this place?" asks of the resort; empty for other questions."""
    return "what is the history of the resort" if _HOW_OLD.search(text) else ""
