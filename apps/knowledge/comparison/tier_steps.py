"""The next tier up or down of a program, in the order in which staff list them."""

from __future__ import annotations

from datetime import datetime

from apps.infrastructure import patterns
from apps.knowledge.comparison import row_numbers
from apps.knowledge.comparison.row_numbers import Candidate
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.search.results import Found
from apps.knowledge.statements.index import Statement
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading
from apps.language.word_forms import EMPTY, stems

_TIER = "tier_"
_UP = patterns.compile(
    r"\b(next|after|above|over|beyond|upgrade|(one|a|tier|level|step) up|higher)\b", "i"
)
_DOWN = patterns.compile(
    r"\b(before|below|under|beneath|downgrade|lower|previous|"
    r"(one|a|tier|level|step) down)\b",
    "i",
)
# "Can I park there after midnight?" goes no step further.
_OF_PLACE = patterns.compile(
    r"\b(next|(one|tier|level|step) (up|down)|higher|lower|previous|"
    r"(after|above|over|beyond|before|below|under|beneath)( (it|that|this|the|those))?"
    r"( \w+){0,2}( (tier|level|status))?)\W*$|\bnext (tier|level|status|one|step)\b",
    "i",
)
_RISES = patterns.compile(
    r"\b(next|higher|upper|another) (tier|level|status|rank)\b|"
    r"\b(move|level|go|get|climb|step|rank|work my way) up\b|"
    r"\b(upgrade|raise|improve) (my|the|your) (\w+ )?(tier|level|status|card)\b",
    "i",
)
_OF_PROGRAM = patterns.compile(
    r"\b(tiers?|status|rewards?|loyalty|program(me)?|card|points|credits|club|"
    r"level up|next level)\b",
    "i",
)


def passages(
    snapshot: PropertySnapshot, reading: Reading, ranked: Ranked, at: datetime
) -> list[Found]:
    """The passage of the next tier, or of all where none is known; empty for all other
    questions, and after the last one."""
    if every := _every_tier(reading, ranked):
        return row_numbers.load(snapshot, every, reading.language, at)
    sign = -1 if _DOWN.search(reading.text) else int(bool(_UP.search(reading.text)))
    current = _current(reading, ranked) if sign else None
    if current is None or not _OF_PLACE.search(reading.text):
        return []
    further = [
        Candidate(statement, float(_number(statement)))
        for statement in ranked.index.statements
        if statement.item_id == current.item_id
        and statement.field == f"{_TIER}{_number(current) + sign}"
    ]
    if not further:
        return []
    return row_numbers.load(snapshot, further, reading.language, at)


def _every_tier(reading: Reading, ranked: Ranked) -> list[Candidate]:
    """Those of the program, for a guest who wants to rise and names no tier of it."""
    if not _RISES.search(reading.text) or _current(reading, ranked):
        return []
    tiers = [own for own in ranked.index.statements if own.field.startswith(_TIER)]
    programs = {own.item_id for own in tiers}
    named = programs.intersection(reading.named)
    is_of_program = _OF_PROGRAM.search(reading.text) or named
    if not is_of_program or len(named or programs) != 1:
        return []
    own_tiers = [tier for tier in tiers if tier.item_id in (named or programs)]
    return [Candidate(tier, float(_number(tier))) for tier in own_tiers]


def _current(reading: Reading, ranked: Ranked) -> Statement | None:
    """The tier that the question names, else the one that was told of before."""
    words = {*reading.words}
    tiers = [own for own in ranked.index.statements if own.field.startswith(_TIER)]
    named = [tier for tier in tiers if (own := _name(tier)) and own <= words]
    if named or not reading.hangs_on:
        return named[0] if len(named) == 1 else None
    answered = [tier for tier in tiers if tier.text in reading.subject.statements]
    return answered[0] if len(answered) == 1 else None


def _number(tier: Statement) -> int:
    return int(tier.field.removeprefix(_TIER))


def _name(tier: Statement) -> set[str]:
    heading = tier.text.partition(":")[0].removeprefix(tier.row)
    return {*stems(heading)} - EMPTY - {*stems("tier")}
