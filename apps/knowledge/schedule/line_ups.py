"""Who plays on a stage, where the records hold nobody's name.

The name of a show may be that of the act ("Odette Vane"), or only say what there is to
see ("Free live music at the Wolf Den").
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.statements import kind_words
from apps.knowledge.statements.index import StatementIndex
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading
from apps.language.spelling import things
from apps.language.word_forms import content, stems

_WHO_PLAYS = patterns.compile(
    r"\bwho(se|'s|s)?( is| are| will)?( be)?( all)? (playing|performing|singing|"
    r"headlining|djing|on( stage| tonight)?\b|the (band|act|dj|comedian|performer))|"
    r"\bwho (plays?|performs?|sings?|headlines?)\b|"
    r"\b(which|what) (concert|band|act|artist|comedian|dj|performer|headliner|singer)s?"
    r"\b|\bline-?ups?\b",
    "i",
)
# "Any concerts at the arena this weekend?"
_WHATS_ON = patterns.compile(
    r"\b(what('?s| is)?|which|any(thing)?|there)\b.*\b(shows?|concerts?|events?|gigs?|"
    r"playing|happening)\b|\b(what('?s| is)|anything) (going )?on\b",
    "i",
)
_CALENDAR = patterns.compile(
    r"\bcalendar\b[^.;]*? ([\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:/[\w/-]*\w)?)", "i"
)
# "Sunset concerts at Riverstage" are many, whatever they are called.
_MANY = patterns.compile(
    r"\b(concerts|nights|shows|bands|djs|comedians|performances|series|sessions|"
    r"music|comedy|karaoke)\b",
    "i",
)


def is_unknown(index: StatementIndex, row: int, question: str) -> bool:
    """Whether it asks who plays, and neither a show nor one of a stage has a name."""
    asks_who, asks_what = _WHO_PLAYS.search(question), _WHATS_ON.search(question)
    if not (asks_who or asks_what):
        return False
    own = index.is_of_rows([row])
    kinds = {*index.kinds[own].tolist()}
    if not asks_who:  # nothing that plays there is recorded
        is_of_stage = kinds == {Item.Kind.VENUE}
        return is_of_stage and not _shows_at(index, own).any()
    if kinds == {Item.Kind.SHOW}:
        return _is_nameless(index, own)
    if kinds != {Item.Kind.VENUE}:
        return False
    shows = np.unique(index.items[_shows_at(index, own)]).tolist()
    return all(_is_nameless(index, index.is_of_rows([show])) for show in shows)


def stage_meant(reading: Reading, ranked: Ranked) -> list[int]:
    """The id of that of "the comedy club", which names none; else empty."""
    says_stage = kind_words.by_kind()[Item.Kind.VENUE] & {*reading.words}
    is_known = says_stage and ranked.best_kind == Item.Kind.VENUE
    return [ranked.best.item_id] if is_known else []


def shows_elsewhere(snapshot: PropertySnapshot, named: Sequence[int]) -> frozenset[int]:
    """Ids of the shows on other stages than those that a question names; none where it
    names no stage, or something else as well."""
    kinds = {snapshot.rows[row].kind for row in named if row in snapshot.rows}
    if kinds != {Item.Kind.VENUE}:
        return frozenset()
    pairs = snapshot.show_venues
    return frozenset(show for show, venue in pairs if venue not in named)


def calendar(index: StatementIndex, row: int) -> str:
    """The website of the calendar, as a record has it: of the row before others."""
    own = index.is_of_rows([row])
    texts = [*index.texts[own].tolist(), *index.texts[~own].tolist()]
    calendars = filter(None, map(_CALENDAR.search, texts))
    return next((str(match[1]) for match in calendars), "")


def _shows_at(index: StatementIndex, venue: NDArray[np.bool_]) -> NDArray[np.bool_]:
    name = _name_of(index, venue)
    is_named = np.char.find(index.texts, name) >= 0
    shows: NDArray[np.bool_] = is_named & index.has_field("at_venue")
    return shows


def _is_nameless(index: StatementIndex, show: NDArray[np.bool_]) -> bool:
    """Whether its name says what there is and where, and nobody's name."""
    if _MANY.search(_name_of(index, show)):
        return True
    venues = index.is_of_kinds([Item.Kind.VENUE])
    names = np.unique(index.items[venues]).tolist()
    of_venues = frozenset().union(*(index.row_words[venue] for venue in names))
    own = content(stems(_name_of(index, show))) - of_venues - things.of_hotels()
    own -= frozenset().union(*kind_words.by_kind().values())
    return not any(map(things.names_thing, own))


def _name_of(index: StatementIndex, row: NDArray[np.bool_]) -> str:
    return index.statements[int(row.argmax())].row
