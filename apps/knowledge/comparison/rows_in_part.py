"""Rows that a comparison names by a part of their names, or by their kind."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.statements import kind_words
from apps.language.word_forms import stems

LEAST_ROWS = 2
_KINDS_BY_NAME = frozenset(stems(" ".join(kind_words.KIND_WORDS)))


def of_other(
    snapshot: PropertySnapshot, named: int, words: Collection[str]
) -> tuple[int, ...]:
    """Of "sushi or Tao?", the only other row of its kind with "sushi" in its name.

    named: the id of the row that is named as a whole.
    """
    row = snapshot.rows[named]
    similar = [
        own.pk
        for own in snapshot.rows.values()
        if own.kind == row.kind and own.pk != row.pk and {*words} & {*stems(own.name)}
    ]
    return tuple(similar) if len(similar) == 1 else ()


def of_kind(snapshot: PropertySnapshot, words: Collection[str]) -> Sequence[int]:
    """ "The suites", "the Italian restaurants": the rows that all words fit."""
    for kind, kind_stems in kind_words.by_kind().items():
        rows = [row for row in snapshot.rows.values() if row.kind == kind]
        own_words = {row.pk: _words_of(snapshot, row.pk) for row in rows}
        telling = {*words} - _KINDS_BY_NAME
        narrow = [row for row, own in own_words.items() if telling <= own | kind_stems]
        named = [row for row in narrow if telling & own_words[row]]
        chosen = named if telling - kind_stems or len(named) >= LEAST_ROWS else narrow
        if {*words} & kind_stems and len(chosen) >= LEAST_ROWS:
            return chosen
        if len(each := _of_each_word(telling - kind_stems, own_words)) >= LEAST_ROWS:
            return each
    return ()


def _of_each_word(
    words: Collection[str], own_words: dict[int, set[str]]
) -> Sequence[int]:
    """Of "Earth and Sky", the rows with either; none where a word is in several names,
    or in none."""
    of_words = [[row for row, own in own_words.items() if w in own] for w in words]
    is_clear = all(len(rows) == 1 for rows in of_words)
    return [row for rows in of_words for row in rows] if is_clear else ()


def _words_of(snapshot: PropertySnapshot, row: int) -> set[str]:
    return {*stems(f"{snapshot.rows[row].name} {snapshot.sort_of_row.get(row, '')}")}
