"""The next one up, the next cheaper one: the neighbour of the row that is talked about,
in the order of a number that rows record."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from apps.infrastructure import patterns
from apps.knowledge.comparison import row_numbers
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.search.results import Found
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading

# What the question may have in common with the one before.
_STEP = patterns.compile(
    r"\bnext\b|\b(one|a|step|level|size|class) (up|down|above|below)\b|"
    r"\bthe (one|room|suite) (above|below|over|under)\b|\bsecond[- ]\w+est\b|"
    r"\b(un)?(up|down)grade\b",
    "i",
)
_UP = patterns.compile(
    r"\b(up|above|over|upgrade|more expensive|dearer|pricier|fancier|higher|bigger|"
    r"larger|better)\b",
    "i",
)
_DOWN = patterns.compile(
    r"\b(down|below|under|downgrade|cheaper|less expensive|lower|smaller)\b", "i"
)
_SUPERLATIVE = patterns.compile(r"\b(\w{3,}est|most|least)\b", "i")
# "When is the next one?" asks for a time.
_TIMED = patterns.compile(
    r"\b(when|what time|show|concert|tonight|today|tomorrow|week|month|day|bus|shuttle|"
    r"door|to (it|that|this|the))\b",
    "i",
)
_NUMBERS = frozenset(field for own in row_numbers.FIELDS.values() for field in own)


def passages(
    snapshot: PropertySnapshot, reading: Reading, ranked: Ranked, at: datetime
) -> list[Found]:
    """Passages of the rows with the next number; empty for all other questions, and
    where no row has one further on."""
    text, subject = reading.text, reading.subject
    if not subject.rows or not _STEP.search(text) or _TIMED.search(text):
        return []
    current = snapshot.rows.get(subject.rows[0])
    if current is None or {*reading.named} - {current.pk}:
        return []
    for field in _fields(reading, ranked):
        of_kind = row_numbers.candidates(
            snapshot, ranked, field, lambda statement: statement.kind == current.kind
        )
        chosen = _next(of_kind, current.pk, reading)
        if chosen:
            return row_numbers.load(
                snapshot, chosen[: row_numbers.MAX_ROWS], reading.language, at
            )
    return []


def _fields(reading: Reading, ranked: Ranked) -> Sequence[str]:
    """Those of what is asked, else of the numbers that were told before."""
    named = row_numbers.fields_named(reading.text)
    return named or [
        statement.field
        for statement in ranked.index.statements
        if statement.field in _NUMBERS and statement.text in reading.subject.statements
    ]


def _next(
    of_kind: Sequence[row_numbers.Candidate], row: int, reading: Reading
) -> Sequence[row_numbers.Candidate]:
    """Those with the next number after that of the row; empty where it has none."""
    numbers = {own.statement.item_id: own.number for own in of_kind}
    direction = _direction(reading, numbers)
    if row not in numbers or not direction:
        return []
    further = [own for own in of_kind if direction * (own.number - numbers[row]) > 0]
    nearest = min((direction * own.number for own in further), default=0.0)
    return [own for own in further if direction * own.number == nearest]


def _direction(reading: Reading, numbers: dict[int, float]) -> int:
    """1 for up, -1 for down, 0 where nothing says which.

    The next cheapest is dearer than the cheapest. "And the next one?" goes on as the
    questions before did.
    """
    for text in (reading.text, reading.subject.question):
        if direction := _named_direction(text):
            return direction
    last_two = [numbers[row] for row in _last_two(reading) if row in numbers]
    return _sign(last_two[0] - last_two[1]) if len(last_two) > 1 else 0


def _named_direction(text: str) -> int:
    if _SUPERLATIVE.search(text):
        return row_numbers.sign_of(text)
    is_up = int(bool(_UP.search(text)))
    return is_up or -int(bool(_DOWN.search(text)))


def _last_two(reading: Reading) -> Sequence[int]:
    subject = reading.subject
    return [*subject.rows[:1], *subject.earlier[:1]]


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
