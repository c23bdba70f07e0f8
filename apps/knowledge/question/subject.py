"""What a conversation is about, as one value that a turn hands to the next.

`concierge.nodes.respond` writes it, from the guest's words and the rows that the answer
cites. Of the fixed replies only the one about the age, which cites rows, changes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from apps.infrastructure import patterns
from apps.language.word_forms import stems

if TYPE_CHECKING:
    from apps.knowledge.property_snapshot import PropertySnapshot
    from apps.knowledge.question.name_matching import Mention

MAX_ROWS = 24
MAX_EARLIER = 24
# "The restaurant" goes back to the last row of that kind.
_OF_KIND = (
    (("restaurant",), r"restaurant|place to eat|dinner place"),
    (("tower",), r"hotel|tower|inn"),
    (("room",), r"room|suite"),
    (("show", "venue"), r"show|concert|venue|theater|theatre|(night)?club"),
    (("promo",), r"offer|deal|package|program|card"),
    (("amenity",), r"spa|pool|gym|shuttle|bus|museum|course"),
)
_KINDS = tuple(
    (kinds, patterns.compile(rf"\b(the|that|this) (first |same )?({words})\b", "i"))
    for kinds, words in _OF_KIND
)
# "The pool" of two facilities is the one that is a pool.
_OF_SORTS = frozenset(stems("suite inn spa pool gym shuttle bus museum course"))


@dataclass(frozen=True)
class Subject:
    """rows: ids of the rows talked about, the nearest first. is_list: whether the last
    answer listed them. topic: what was asked of them. question: in plain English.
    statements: the sentences of the answer. earlier: ids of the rows of the answers
    before, the newest first. place: the row whose code the guest has read last; 0 for
    none.
    """

    rows: tuple[int, ...] = ()
    is_list: bool = False
    topic: str = ""
    question: str = ""
    statements: tuple[str, ...] = ()
    earlier: tuple[int, ...] = ()
    place: int = 0

    def stored(self) -> dict[str, Any]:
        """As JSON, for the state of the graph."""
        return {name: _plain(value) for name, value in vars(self).items()}


NO_SUBJECT = Subject()


def read(stored: dict[str, Any] | None) -> Subject:
    """The subject of a stored state; an empty one for a thread that has none yet."""
    if not stored:
        return Subject()
    return Subject(
        rows=tuple(stored.get("rows", ())),
        is_list=bool(stored.get("is_list")),
        topic=stored.get("topic", ""),
        question=stored.get("question", ""),
        statements=tuple(stored.get("statements", ())),
        earlier=tuple(stored.get("earlier", ())),
        place=stored.get("place", 0),
    )


def after(
    rows: Sequence[int],
    topic: str,
    question: str,
    statements: Sequence[str],
    before: Subject = NO_SUBJECT,
) -> Subject:
    """The subject once these rows have been cited in an answer."""
    distinct = tuple(dict.fromkeys(rows))[:MAX_ROWS]
    past = dict.fromkeys((*before.rows, *before.earlier))
    return Subject(
        distinct,
        len(distinct) > 1,
        topic,
        question,
        tuple(statements),
        tuple(row for row in past if row not in distinct)[:MAX_EARLIER],
        before.place,
    )


def at_place(subject: Subject, row: int | None, snapshot: PropertySnapshot) -> Subject:
    """The subject of a guest at this place; what was talked about since stays."""
    if row is None or row not in snapshot.rows or row == subject.place:
        return subject
    earlier = (*subject.rows, *subject.earlier)
    return Subject(rows=(row,), earlier=earlier[:MAX_EARLIER], place=row)


def current_rows(
    subject: Subject, text: str, snapshot: PropertySnapshot
) -> tuple[int, ...]:
    """Ids of the rows that the question goes on with, if it goes on.

    A written answer and the row that it is about are one thing; that row comes first.
    So are a show and its venue, for "there" and "it" stand for either.
    """
    if not subject.rows:
        return ()
    row = row_of_kind(subject, text, snapshot) or subject.rows[0]
    about = snapshot.subject_of_row.get(row, row)
    same = [key for key, of in snapshot.subject_of_row.items() if of == about]
    return tuple(dict.fromkeys((about, row, *same, *_stage_and_shows(about, snapshot))))


def _stage_and_shows(row: int, snapshot: PropertySnapshot) -> Iterator[int]:
    """The venue of a show and the shows of a venue."""
    for show, venue in snapshot.show_venues:
        if row == show:
            yield venue
        elif row == venue:
            yield show


def has_hotel(subject: Subject, snapshot: PropertySnapshot) -> bool:
    """Whether "the hotel" may be one of several that was talked about."""
    rows = map(snapshot.rows.get, (*subject.rows, *subject.earlier))
    return any(row is not None and row.kind == "tower" for row in rows)


def names_earlier_kind(text: str) -> bool:
    """Whether it says "the restaurant", which goes back to an earlier one."""
    return any(words.search(text) for _, words in _KINDS)


def mentions(text: str, subject: Subject, snapshot: PropertySnapshot) -> list[Mention]:
    """The rows that a text names; "the spa" is the one just told of, whichever row is
    called so."""
    named = snapshot.mentions(text)
    if row_of_kind(subject, text, snapshot) not in subject.rows:
        return named
    of_kind = kind_words_of_earlier(text)
    return [
        mention
        for mention in named
        if mention.name.item_id in subject.rows
        or not {*stems(mention.name.words)} <= {*of_kind}
    ]


def title(snapshot: PropertySnapshot, rows: Sequence[int]) -> str:
    """The name of the first of these rows; empty where there is none."""
    item = snapshot.rows.get(rows[0]) if rows else None
    return item.name if item else ""


def kind_words_of_earlier(text: str) -> Collection[str]:
    """Stems by which it says "the restaurant"; none where it says no such thing.

    "The hotel" may also be the whole resort.
    """
    matches = (words.search(text) for _, words in _KINDS)
    named = next((match[0] for match in matches if match), "")
    return () if named.lower() == "the hotel" else stems(named)


def row_of_kind(subject: Subject, text: str, snapshot: PropertySnapshot) -> int | None:
    """The last row of the kind that "the restaurant" names."""
    named = ((kinds, words.search(text)) for kinds, words in _KINDS)
    kinds, match = next((own for own in named if own[1]), ((), None))
    if match is None:
        return None
    rows = [
        row
        for row in (*subject.rows, *subject.earlier)
        if row in snapshot.rows and snapshot.rows[row].kind in kinds
    ]
    for word in _OF_SORTS.intersection(stems(match[3])):
        rows = [row for row in rows if _is_called(row, word, snapshot)]
    return next(iter(rows), None)


def _is_called(row: int, word: str, snapshot: PropertySnapshot) -> bool:
    """Whether its names or its sort have the stem."""
    sort = stems(snapshot.sort_of_row.get(row, ""))
    return word in sort or word in snapshot.statements.row_words.get(row, ())


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
