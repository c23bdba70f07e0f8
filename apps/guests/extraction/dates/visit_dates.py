"""When a guest comes and goes: the days of his visit, and the hour of his arrival."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from apps.guests.extraction import claims
from apps.guests.extraction.claims import LIKELY, Claim
from apps.guests.extraction.dates import clock, day_points
from apps.guests.extraction.dates.calendar_days import Point, with_month, with_year
from apps.guests.extraction.grammar import Grammar
from apps.guests.extraction.segments import Segment
from apps.infrastructure import patterns

Role = Literal["from", "until"]
CUES = ("arrive", "leave", "stay", "event")
# Before a day that is denied, over, or of somebody else.
NO_PLAN = ("not_this", "came", "others_come")
KEY = "visit_dates"
_WORD = patterns.compile(r"\w{3,}")


@dataclass(frozen=True)
class _End:
    """One end of a visit; its point's offsets are those of the message."""

    role: Role
    point: Point


def claims_in(
    sentences: Sequence[Segment], text: str, grammar: Grammar, today: date
) -> Iterator[Claim]:
    """Claims of a whole message, for its sentences complete each other."""
    ends: list[_End] = []
    for segment in sentences:
        points = day_points.points(segment.text, grammar, today)
        is_ours = segment.is_own and not segment.is_past and not segment.is_of_third
        is_off = segment.matches("not_coming") or segment.matches("calls_off")
        if not is_ours or is_off:
            continue
        ends += _ends(segment, points, ends)
        yield from _arrival_times(segment, points)
    yield from _visit(ends, text, grammar, today)


def _ends(
    segment: Segment, points: Sequence[Point], earlier: Sequence[_End]
) -> Iterator[_End]:
    corrected = earlier[-1].role if earlier and segment.matches("correction") else None
    number = 0
    while number < len(points):
        point = points[number]
        following = points[number + 1] if number + 1 < len(points) else None
        is_range = following is not None and _is_range(segment, point, following)
        is_span = is_range or bool(point.until)
        role = _role(segment, points, number, corrected, is_range=is_span)
        # "Thursday and Friday": the visit begins on Thursday.
        is_pair = following is not None and _is_and(segment, point, following)
        number += 2 if is_range or is_pair else 1
        if is_range and following is not None and segment.before("came", point.start):
            # "Checked in today, leaving tomorrow."
            yield _moved("until", following, segment)
            continue
        if role is None or any(segment.before(p, point.start) for p in NO_PLAN):
            continue
        if is_range and following is not None:
            first, last = with_month(point, following), with_month(following, point)
            yield _moved("from", with_year(first, last), segment)
            yield _moved("until", with_year(last, first), segment)
        else:
            if is_pair and following is not None:
                point = with_month(point, following)
            yield _moved(role, point, segment)


def _moved(role: Role, point: Point, segment: Segment) -> _End:
    start, end = point.start + segment.start, point.end + segment.start
    return _End(role, replace(point, start=start, end=end))


def _is_range(segment: Segment, first: Point, second: Point) -> bool:
    # "Dal 20 al 23": the word between belongs to the second day as well.
    following = segment.text[first.end : second.end]
    match = segment.grammar.built("range_next", "^(?:{ordinal})?(?:{range})").search(
        following
    )
    joined = match is not None and match.end() >= second.start - first.end
    is_between = _is_and(segment, first, second) and segment.before(
        "between", first.start
    )
    return (joined or is_between) and not first.until


def _is_and(segment: Segment, first: Point, second: Point) -> bool:
    between = segment.text[first.end : second.start]
    joined = segment.grammar.built("and_alone", r"\s+{and}\s+").fullmatch(between)
    return joined is not None


def _role(
    segment: Segment,
    points: Sequence[Point],
    number: int,
    corrected: Role | None,
    *,
    is_range: bool,
) -> Role | None:
    """Which end of the visit a day is; None for a day of something else.

    corrected: what an earlier sentence says, which this one corrects.
    """
    start = points[number - 1].end if number else 0
    point = points[number]
    before = segment.text[start : point.start]
    cue = _last_cue(segment.grammar, before)
    if not cue and number:
        cue = _last_cue(segment.grammar, segment.text[: point.start])
    if not cue and corrected:
        return corrected
    if not cue and number + 1 >= len(points):
        cue = _last_cue(segment.grammar, segment.text[point.end :])
    if not cue and is_range and _is_of_guest(segment, point):
        return "from"
    if cue == "leave":
        return "until"
    return "from" if cue in ("arrive", "stay") else None


def _is_of_guest(segment: Segment, point: Point) -> bool:
    """Whether some days without a word of a stay are the guest's: they begin a clause,
    "5-9 June, two adults", or the guest speaks of themselves.

    "Any comedy this weekend?" asks what is on then.
    """
    if segment.matches("event"):
        return False
    before = segment.text[segment.clause_start(point.start) : point.start]
    if _WORD.search(before):
        return segment.tells and segment.is_about_guest
    return "?" not in segment.text and not segment.matches("plain_question")


def _last_cue(grammar: Grammar, text: str) -> str:
    """ "Coming for the concert on June 5" speaks of coming."""
    cues = [
        (match.end(), match.start(), cue)
        for cue in CUES
        for match in grammar.pattern(cue).finditer(text)
    ]
    if not cues:
        return ""
    *earlier, (_, start, name) = sorted(cues)
    if name != "event" or not earlier:
        return name
    end, _, before = earlier[-1]
    is_reason = grammar.pattern("for_event").search(text[end:start]) is not None
    return before if is_reason and before == "arrive" else name


def _visit(
    ends: Sequence[_End], text: str, grammar: Grammar, today: date
) -> Iterator[Claim]:
    """One claim of both ends; several where they contradict each other."""
    if any(not end.point.until for end in ends):
        # "Tomorrow, for the weekend" begins tomorrow.
        ends = [end for end in ends if not end.point.until]
    first = _settled([end for end in ends if end.role == "from"], text, grammar, today)
    last = _settled([end for end in ends if end.role == "until"], text, grammar, today)
    if len(first) > 1 or len(last) > 1:
        yield from first if len(first) > 1 else last
        return
    arrival = date.fromisoformat(first[0].value["from"]) if first else None
    point = next((end.point for end in reversed(ends) if end.role == "until"), None)
    if not last or not point:
        yield from first
        return
    departure = _departure(point, arrival, today)
    if departure is None or (arrival and departure < arrival):
        yield from (*first, *last)
        return
    start = min(claim.start for claim in (*first, *last))
    end = max(claim.end for claim in (*first, *last))
    value = {"from": arrival.isoformat() if arrival else None}
    yield Claim(KEY, {**value, "until": departure.isoformat()}, start, end, LIKELY)


def _departure(point: Point, arrival: date | None, today: date) -> date | None:
    """ "Staying from May 20 until May 18" ends before it begins."""
    plain = point.resolved(today)
    if arrival is None or plain is None or plain > arrival:
        return plain
    if point.month and point.month == arrival.month:
        return plain
    return point.resolved(today, after=arrival)


def _settled(
    ends: Sequence[_End], text: str, grammar: Grammar, today: date
) -> list[Claim]:
    """The days left after corrections, each once."""
    every: list[Claim] = []
    for end in ends:
        day, until = end.point.resolved(today), end.point.until
        if day and day >= today:
            value: dict[str, str | None] = {"from": None, "until": None}
            value[end.role] = day.isoformat()
            if until:
                value["until"] = until.isoformat()
            every.append(Claim(KEY, value, end.point.start, end.point.end, LIKELY))
    left = claims.without_corrected(every, text, grammar)
    return list({repr(claim.value): claim for claim in left}.values())


def _arrival_times(segment: Segment, points: Sequence[Point]) -> Iterator[Claim]:
    days = [(point.start, point.end) for point in points]
    for hour in clock.hours(segment.text, segment.grammar, days):
        before = segment.until(hour.start)
        ride = segment.grammar.pattern("of_ride").search(segment.text[hour.end :])
        if ride or segment.before("came", hour.start):
            continue
        arrive = _last_end(segment, "arrive_at", before)
        if arrive > _last_end(segment, "leave_at", before):
            yield Claim(
                "arrival_time",
                hour.value,
                hour.start + segment.start,
                hour.end + segment.start,
                hour.confidence,
                is_weak=hour.is_bare,
            )


def _last_end(segment: Segment, cue: str, text: str) -> int:
    ends = [match.end() for match in segment.grammar.pattern(cue).finditer(text)]
    return max(ends, default=-1)
