"""Orders a list by what the guest has told before; no row is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import wish_words
from apps.knowledge.search import recorded_words, results
from apps.knowledge.search.known_guest import NOBODY, KnownGuest
from apps.knowledge.search.preferences import (
    NEEDS,
    NEUTRAL,
    PREFERENCES,
    Candidate,
    Preference,
)
from apps.knowledge.search.results import Found

# A preference that is in force, with the grade of each row.
Graded = tuple[Preference, list[int]]
_SUPERLATIVES = (wish_words.CHEAPEST, wish_words.DEAREST, wish_words.LARGEST)


@dataclass(frozen=True)
class Ordered:
    """reasons: ids of the preferences that decide with which rows it begins, the
    weightiest first. unrecorded: keys and choices of needs that no record of them
    names."""

    passages: list[Found]
    reasons: tuple[str, ...] = ()
    unrecorded: tuple[tuple[str, str], ...] = ()


def ordered(
    passages: Sequence[Found], snapshot: PropertySnapshot, guest: KnownGuest, text: str
) -> Ordered:
    """text: the question in English; what it says itself is not said by the memory."""
    if guest == NOBODY or any(words.search(text) for words in _SUPERLATIVES):
        return Ordered([*passages])
    rows = _candidates(passages, snapshot)
    unrecorded = tuple(_unrecorded(rows, snapshot, guest, text))
    graded = [
        (preference, _grades(preference, rows, guest, snapshot))
        for preference in PREFERENCES
        if preference.is_known(guest) and not preference.is_replaced(text, snapshot)
    ]
    order = _order(graded, len(rows))
    reasons = [own for n, own in enumerate(graded, 1) if _changes(graded, n, len(rows))]
    if not reasons:
        return Ordered([*passages], (), unrecorded)
    return Ordered(
        [
            _with_reasons(passages[place], rows[place], reasons, place)
            for place in order
        ],
        tuple(preference.reason for preference, _ in reasons),
        unrecorded,
    )


def unrecorded_of(
    passages: Sequence[Found], snapshot: PropertySnapshot, guest: KnownGuest
) -> tuple[tuple[str, str], ...]:
    """Needs that the message names beside these rows, and no record of them names."""
    if not guest.tells_need:
        return ()
    return tuple(_unrecorded(_candidates(passages, snapshot), snapshot, guest, ""))


def _candidates(
    passages: Sequence[Found], snapshot: PropertySnapshot
) -> list[Candidate]:
    sentences = snapshot.sentences_of_row
    return [
        Candidate(row["item_id"], row["category"], sentences.get(row["item_id"], {}))
        for row in (passage["metadata"] for passage in passages)
    ]


def _grades(
    preference: Preference,
    rows: Sequence[Candidate],
    guest: KnownGuest,
    snapshot: PropertySnapshot,
) -> list[int]:
    """Rows of a kind that it does not order stay where they are."""
    grades = preference.grades(rows, guest, snapshot.statements)
    return [
        grade if row.kind in preference.kinds else NEUTRAL
        for row, grade in zip(rows, grades, strict=True)
    ]


def _unrecorded(
    rows: Sequence[Candidate], snapshot: PropertySnapshot, guest: KnownGuest, text: str
) -> Iterator[tuple[str, str]]:
    for need in NEEDS:
        of_kinds = {row.item_id for row in rows if row.kind in need.kinds}
        if not of_kinds or need.is_replaced(text, snapshot):
            continue
        for choice, wordings in guest.needs.get(need.reason, {}).items():
            naming = recorded_words.rows_naming(snapshot.statements, wordings)
            if naming.isdisjoint(of_kinds):
                yield need.reason, choice


def _order(graded: Sequence[Graded], count: int) -> list[int]:
    """Places of the rows, the most suitable first; of equal ones, as they were."""
    return sorted(
        range(count), key=lambda place: [grades[place] for _, grades in graded]
    )


def _changes(graded: Sequence[Graded], number: int, count: int) -> bool:
    """Whether an answer would begin otherwise without the last of so many of them;
    those that weigh less only order what is level."""
    before, after = (_order(graded[:n], count) for n in (number - 1, number))
    return before[: results.MAX_LISTED] != after[: results.MAX_LISTED]


def _with_reasons(
    passage: Found, row: Candidate, reasons: Sequence[Graded], place: int
) -> Found:
    """The passage with the fields before others that show why it stands there."""
    fields = (own.fields.get(grades[place], "") for own, grades in reasons)
    recorded = [row.sentences[name] for name in fields if name in row.sentences]
    if not recorded:
        return passage
    metadata = passage["metadata"]
    if metadata["fits"]:
        names = [line["field"] for line in recorded]
        fits = " ".join(dict.fromkeys([*names, *metadata["fits"].split()]))
        return {**passage, "metadata": {**metadata, "fits": fits}}
    first, *further = metadata["sentences"]
    missing = [line for line in recorded if line not in metadata["sentences"]]
    sentences = [first, *missing, *further]
    return {
        **passage,
        "content": " ".join(line["text"] for line in sentences),
        "metadata": {**metadata, "sentences": sentences},
    }
