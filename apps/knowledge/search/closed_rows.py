"""The rows that are closed at a time: "which restaurants are closed on Monday?"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from apps.catalog import wall_clock
from apps.catalog.hours import timetable
from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import wish_words
from apps.knowledge.schedule import computed_facts
from apps.knowledge.search import results
from apps.knowledge.search.missing_facts import CLOSED, MissingFact
from apps.knowledge.search.shortlist import NOTHING, Shortlist
from apps.knowledge.statements import kind_words
from apps.knowledge.statements.reading import Reading
from apps.language.calendar import asked_time, days, seasons, time_words
from apps.language.calendar.asked_time import AskedTime
from apps.language.word_forms import content, stems

_CLOSED = patterns.compile(
    r"\b(?:(?:not|isn'?t|aren'?t|won'?t be|doesn'?t|don'?t|do not|does not) open|"
    r"closed|shut|close[sd]?(?: their doors)? (?:on|every))\b",
    "i",
)
_NOT_CLOSED = patterns.compile(
    r"\b(?:not|never|isn'?t|aren'?t|doesn'?t|don'?t|won'?t(?: be)?) (?:clos|shut)", "i"
)
_OPEN = patterns.compile(r"\b(?:open\w*|serving)\b", "i")
_ASKS_WHICH = patterns.compile(
    r"\b(?:which|what(?:'?s)?|whats|any(?:thing|where)?|some(?:thing)?|everything|"
    r"every|all|list|que|places|restaurants|bars|shops|stores|clubs)\b",
    "i",
)
_ASKS_OTHERWISE = patterns.compile(
    r"\b(?:when|why|how|who|if|because|since|closed (?:for|due|until)|"
    r"(?:what(?:'?s)?|whats|which)(?: are| is)?(?: the| your| its)? "
    r"(?:times?|days?|nights?|hours?))\b",
    "i",
)
_CLAUSE_END = patterns.compile(r"[,;.?!]")
_OF_LISTED = patterns.compile(r"\bof (?:them|those|these)\b|\b(?:those|these)\b", "i")
_KINDS = (
    Item.Kind.RESTAURANT,
    Item.Kind.VENUE,
    Item.Kind.AMENITY,
    Item.Kind.GAMING,
)
_SURE = 0.9
MIDNIGHT = time()


@dataclass(frozen=True)
class _Time:
    """days: any of them. asked_for: None for this moment, and for several days."""

    days: Sequence[date]
    asked_for: AskedTime | None = None
    moment: datetime | None = None

    @property
    def field(self) -> str:
        """By which a row is told."""
        if self.asked_for:
            return "then"
        return "now" if self.moment else "hours"

    def is_far(self, today: date) -> bool:
        """Whether weekly hours say little about it."""
        return (self.days[0] - today).days > computed_facts.FURTHEST_DAYS

    def is_known(self, row: Item) -> bool:
        day = self.days[0]
        moment = self.moment or wall_clock.moment(day, MIDNIGHT, row.property.zone)
        is_known = timetable.state(row, moment).is_known
        return is_known or seasons.is_outside(row.hours_note, day)

    def is_closed(self, row: Item) -> bool:
        """Of a row whose hours are known."""
        if self.moment:
            return not timetable.state(row, self.moment).is_open
        return not all(timetable.intervals(row, day, day) for day in self.days)


def of(snapshot: PropertySnapshot, reading: Reading, at: datetime) -> Shortlist:
    """Every row of the kind that is recorded as closed then, and where there is none,
    of which ones no hours are known; empty for another question."""
    if reading.named or not is_asked(reading.text):
        return NOTHING
    when = _time(_with_time_before(reading), at, snapshot.place.zone)
    if when.is_far(at.astimezone(snapshot.place.zone).date()):
        return NOTHING
    rows = _rows_asked_about(snapshot, reading, snapshot.hidden_at(at))
    with_hours = [row for row in rows if when.is_known(row)]
    if not rows:
        return NOTHING
    keys = snapshot.ids_by_group["facts"]
    ranked = [(keys[row.pk], _SURE) for row in with_hours if when.is_closed(row)]
    if not ranked:
        return Shortlist(missing=_none(rows, with_hours, when))
    passages = results.load(
        ranked, snapshot, at, when.asked_for, language=reading.language
    )
    for passage in passages:
        passage["metadata"]["fits"] = when.field
    return Shortlist(passages=passages, is_of_all=True)


def _none(rows: Sequence[Item], with_hours: Sequence[Item], when: _Time) -> MissingFact:
    unknown = [row.name for row in rows if row not in with_hours]
    is_holiday = bool(when.asked_for and when.asked_for.holiday)
    return MissingFact(what=CLOSED, rows=unknown, is_holiday=is_holiday)


def is_asked(text: str) -> bool:
    """Whether it asks which of several are closed."""
    is_of_open = _NOT_CLOSED.search(text) or _OPEN.search(_CLOSED.sub(" ", text))
    if is_of_open or _ASKS_OTHERWISE.search(text):
        return False
    clauses = [own for own in _CLAUSE_END.split(text) if _CLOSED.search(own)]
    return any(
        _ASKS_WHICH.search(own) and not wish_words.SINGLE_ROW.search(own)
        for own in clauses
    )


def _with_time_before(reading: Reading) -> str:
    """ "And which are closed?", after what is open on Monday."""
    text, before = reading.text, reading.subject.question
    if not reading.hangs_on or time_words.without(text) != text.strip(" ?!."):
        return text
    return f"{text} {time_words.merged(text, before)}"


def _rows_asked_about(
    snapshot: PropertySnapshot, reading: Reading, hidden: Collection[int]
) -> Sequence[Item]:
    """Of the kind that is named, and of these such as the question describes; of every
    kind that has hours where none is named."""
    kinds = kind_words.kinds_of(stems(time_words.without(reading.text)))
    before = reading.subject.rows if reading.hangs_on else ()
    if before and _OF_LISTED.search(reading.text):
        return [snapshot.rows[row] for row in before if row not in hidden]
    kinds = kinds or {snapshot.rows[row].kind for row in before} or {*_KINDS}
    having_facts = snapshot.ids_by_group.get("facts", {}).keys() - hidden
    rows: Sequence[Item] = [
        row
        for key, row in snapshot.rows.items()
        if key in having_facts and row.kind in kinds.intersection(_KINDS)
    ]
    for word in _describing_words(reading.text):
        rows = _of_sort(snapshot, rows, word)
    return rows


def _of_sort(
    snapshot: PropertySnapshot, rows: Sequence[Item], word: str
) -> Sequence[Item]:
    """Those that are called or served so; else those whose record has the word."""
    sorts, index = snapshot.sort_of_row, snapshot.statements
    called = [
        row
        for row in rows
        if word in stems(" ".join([row.name, *row.aliases, sorts.get(row.pk, "")]))
    ]
    return called or [r for r in rows if index.row_has_word(r.pk, word)] or rows


def _describing_words(text: str) -> set[str]:
    """Stems such as those of "shops" or "Italian"."""
    plain = _CLOSED.sub(" ", time_words.without(text))
    wishes = (*wish_words.ALL_KINDS, wish_words.SEVERAL, *wish_words.MOMENTS)
    return content(wish_words.remaining_stems(plain, wishes))


def _time(text: str, at: datetime, zone: ZoneInfo) -> _Time:
    """This moment where the text names no time."""
    now = at.astimezone(zone)
    asked_for = asked_time.read_of_opening(text, now)
    named_days = days.named(text, now.date())
    if asked_for is None and len(named_days) == 1:
        asked_for = AskedTime(named_days[0])
    if meal := _meal_at(text):
        asked_for = asked_for or AskedTime(now.date())
        asked_for = replace(asked_for, clock=asked_for.clock or meal)
    if asked_for is None:
        return _Time(named_days) if named_days else _Time([now.date()], moment=at)
    if asked_for.clock is None:
        return _Time([asked_for.day], asked_for)
    moment = wall_clock.moment(asked_for.day, asked_for.clock, zone)
    return _Time([asked_for.day], asked_for, moment)


def _meal_at(text: str) -> time | None:
    """When that is eaten which it names; the evening for tonight."""
    clocks = (clock for words, clock in wish_words.MEALS if words.search(text))
    is_of_evening = wish_words.is_of_this_evening(text)
    return next(clocks, wish_words.EVENING_AT if is_of_evening else None)
