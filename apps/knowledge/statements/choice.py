"""The rows among which a question chooses: "the other one", "a bar in that tower"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import ellipsis, kind_words
from apps.knowledge.statements.index import NOWHERE, StatementIndex

_AT_PLACE = patterns.compile(
    r"\b(there|in here|(in|inside|at|near) (it|that|this)|it|"
    r"(that|this|same) (tower|hotel|inn|building|wing|house|casino|place))\b",
    "i",
)
_ANOTHER = patterns.compile(
    r"\b(another|others?|different)( (one|ones|place|places|option|options))?\b|"
    r"\b(somewhere|anywhere|anything|something) else\b",
    "i",
)
_THE_OTHER = patterns.compile(r"\bthe others?\b", "i")
_OF_THOSE = patterns.compile(
    r"^\W*((and|so|ok|okay|then)\W+)*which( one| ones)?"
    r"( of (them|those|these|the two))?"
    r"( (is|are|has|have|does|do|would|can|serves?|takes?|opens?|closes?|costs?)\b|"
    r"\W*$)"
    r"|\bof (them|those|these)\b|\bthe ([a-z]+ )?ones?\b",
    "i",
)

# Of two that were told of one after the other: "which is cheaper?".
_OF_TWO = patterns.compile(
    r"\b(which|what|who)\b.*\bof ((the|those|these) two|them|those|these|both)\b|"
    r"^\W*((and|so|ok|okay|then)\W+)*which( one)? (is|has|costs?) (the )?"
    r"((cheap|pric|bigg|small|larg|old|new|near|clos|nic|fanc|quiet|lat|earl|high|low|"
    r"tall|dear)i?er|better|less|more)\b",
    "i",
)
_ORDER = patterns.compile(
    r"\b((cheap|pric|bigg|small|larg|old|new|near|clos|nic|fanc|quiet|lat|earl|high|low|"
    r"tall|dear|long)i?e(r|st)|better|best|less|least|more|most|rather|prefer|first|"
    r"last)\b",
    "i",
)
# "Which has a bar?" asks for no bar.
_HAS = patterns.compile(r"\b(has|have|with|got|near|nearer|close|closer)\b", "i")


def rows(
    text: str,
    words: Sequence[str],
    named: Sequence[int],
    snapshot: PropertySnapshot,
    subject: Subject,
) -> tuple[int, ...]:
    """Ids of the rows; empty where any row of the property may answer.

    named: ids of the rows that the question names; "which has a hot tub?" names one by
    accident.
    """
    if not subject.rows:
        return ()
    if subject.is_list and _OF_THOSE.search(text) and not {*named} & {*subject.rows}:
        return _listed(text, words, bool(named), snapshot, subject)
    if named:
        return ()
    if is_of_two(text) and (pair := last_two(snapshot, subject)):
        return pair
    if _ANOTHER.search(text):
        return _similar_rows(text, words, snapshot, subject)
    return _at_place(text, words, snapshot, subject)


def is_of_two(text: str) -> bool:
    """Whether it chooses between two things: "which of the two is cheaper?"."""
    return bool(_OF_TWO.search(text))


def orders(text: str) -> bool:
    """Whether rows are set in an order: "which of the two is cheaper?"."""
    return bool(_ORDER.search(text))


def last_two(snapshot: PropertySnapshot, subject: Subject) -> tuple[int, ...]:
    """The row that is talked about, and the last one of its kind before it; empty
    where there is none."""
    current = snapshot.rows.get(subject.rows[0])
    if current is None or subject.is_list:
        return ()
    earlier = [
        row
        for row in subject.earlier
        if row != current.pk and _kinds([row], snapshot) == {current.kind}
    ]
    return (current.pk, earlier[0]) if earlier else ()


def _listed(
    text: str,
    words: Sequence[str],
    is_named: bool,
    snapshot: PropertySnapshot,
    subject: Subject,
) -> tuple[int, ...]:
    """What the last answer listed, unless another row or kind of row is asked for."""
    telling = ellipsis.telling_words(words)
    if not is_named and not ellipsis.is_of_rows(telling, snapshot, subject.rows):
        return ()
    kinds = kind_words.kinds_of(words)
    if _HAS.search(text) or not kinds or kinds & _kinds(subject.rows, snapshot):
        return subject.rows
    return ()


def _similar_rows(
    text: str, words: Sequence[str], snapshot: PropertySnapshot, subject: Subject
) -> tuple[int, ...]:
    """Rows like the one talked about: for "the other one" those that were listed
    before, for "another one" those that no answer has cited."""
    kinds, cited_rows = kind_words.kinds_of(words), (*subject.rows, *subject.earlier)
    example = next((r for r in cited_rows if _is_example(r, words, snapshot)), None)
    if example is None or (not kinds and example != subject.rows[0]):
        return ()
    kind, sort = snapshot.rows[example].kind, snapshot.sort_of_row.get(example, "")
    if _THE_OTHER.search(text):
        listed = [row for row in subject.earlier if _kinds([row], snapshot) == {kind}]
        if listed:
            return tuple(listed)
    new_rows = [
        row
        for row, item in snapshot.rows.items()
        if item.kind == kind and row not in cited_rows
    ]
    of_same_sort = [r for r in new_rows if snapshot.sort_of_row.get(r, "") == sort]
    return tuple(of_same_sort or new_rows)


def _is_example(row: int, words: Sequence[str], snapshot: PropertySnapshot) -> bool:
    """Whether the row is what "another spa" is another one of."""
    if row not in snapshot.rows or snapshot.rows[row].kind == "faq":
        return False
    kinds = kind_words.kinds_of(words)
    if not kinds or snapshot.rows[row].kind != "amenity":
        return not kinds or snapshot.rows[row].kind in kinds
    return _has_kind_word(row, words, snapshot.statements)


def _at_place(
    text: str, words: Sequence[str], snapshot: PropertySnapshot, subject: Subject
) -> tuple[int, ...]:
    """Rows of the kind that is asked for, at the place talked about."""
    if not _AT_PLACE.search(text):
        return ()
    index, place = snapshot.statements, subject.rows[0]
    kinds = kind_words.kinds_of(words) - _kinds([place], snapshot)
    of_kind = [
        row
        for row in snapshot.rows_at.get(place, ())
        if snapshot.rows[row].kind in kinds
    ]
    with_word = [row for row in of_kind if _has_kind_word(row, words, index)]
    return tuple(with_word or of_kind)


def _has_kind_word(row: int, words: Collection[str], index: StatementIndex) -> bool:
    """Whether it has a word of the question that names a kind: "spa"."""
    places = [
        index.meeting.get(word, NOWHERE)
        for word in words
        if kind_words.kinds_of([word])
    ]
    return any(row in index.items[own] for own in places)


def _kinds(rows: Sequence[int], snapshot: PropertySnapshot) -> set[str]:
    return {snapshot.rows[row].kind for row in rows if row in snapshot.rows}
