"""What a question asks of a row that it names, by its whole name or by a telling part.

"Is the museum free?" is asked of the museum: what another row costs is no answer.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.name_matching import Mention
from apps.knowledge.question.row_names import normalised
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import ellipsis
from apps.knowledge.statements.index import StatementIndex
from apps.language.word_forms import content, stems

if TYPE_CHECKING:
    from apps.knowledge.statements.reading import Reading

# What every row may be asked for, and has itself or not at all.
# "How much is it to play golf?" asks for the price of golf.
_OF_ACTIVITY = frozenset(stems("play"))
TOPICS = frozenset({"price", "hours"})
LOCATION = "location"
FIELDS_OF_PLACES = frozenset({"place", "in_tower", "at_venue"})
_ASKED_ALONE = TOPICS | {LOCATION, "phone"}
# Kinds of rows that hold others: their text says what is in them.
_PLACES = ("gaming", "tower", "venue")
# Free text that says where its row is; a valley that is seen from a tower does not.
TELLS_PLACE = patterns.compile(
    r"\b(next to|beside|behind|near|opposite|across from|connected to|attached to|"
    r"steps? (away )?from|(first|second|third|\d\w*|main|ground|lower|upper|top) "
    r"(floor|level)|lobby|basement|(in|inside|on|at|off|by) the (casino|tower|hotel|"
    r"resort|main|entrance|garage|arena|mall)|casino of|address|"
    r"\d+ [\w ]+ (road|street|avenue|boulevard|drive))\b",
    "i",
)
_ORDINALS = frozenset(
    stems("first second third fourth last former latter one two three")
)


def mentions(text: str, snapshot: PropertySnapshot, subject: Subject) -> list[Mention]:
    """The rows that a text names; else the only one that has a word of it as a part of
    its name: "the wall", of the Rock Climbing Wall."""
    whole_names = subjects.mentions(text, subject, snapshot)
    if whole_names or subjects.names_earlier_kind(text):
        return whole_names
    part, names = snapshot.names_with_part(text)
    if len(names) != 1 or names[0].item_id in subject.rows:
        return []
    # "The biggest" names nothing, though a row may be called the biggest suite.
    is_of_part_alone = _telling_words(part, "") and not _telling_words(text, part)
    return [Mention(replace(names[0], words=part), 0)] if is_of_part_alone else []


def statements(
    index: StatementIndex, reading: Reading, topic: str
) -> NDArray[np.bool_]:
    """Those of the rows that a question names and asks for nothing but this topic, of
    rows of the same name and of written answers that hold it; none for others."""
    chosen = np.zeros(len(index.statements), np.bool_)
    if topic not in TOPICS or not is_asked_alone(reading):
        return chosen
    rows = set(reading.named)
    for _, name in reading.named_as:
        rows.update(index.rows_named(name))
        words = {*stems(name)}
        chosen |= np.array(
            [own.kind == "faq" and words <= own.words for own in index.statements],
            np.bool_,
        )
    return chosen | index.is_of_rows(rows)


def that_place(
    index: StatementIndex, reading: Reading, topic: str
) -> NDArray[np.bool_]:
    """Of a question where a row is that has no place of its own: what is written of the
    only other place that names it; none for others."""
    nothing = np.zeros(len(index.statements), np.bool_)
    if topic != LOCATION or len(reading.named) != 1 or not is_asked_alone(reading):
        return nothing
    places = of_places_with(index, reading.named[0])
    return places if len(np.unique(index.row_of[places])) == 1 else nothing


def of_places_with(index: StatementIndex, row: int) -> NDArray[np.bool_]:
    """Statements of places that name a row which has no place of its own."""
    own = index.is_of_rows([row])
    has_place = (own & np.isin(index.fields, list(FIELDS_OF_PLACES))).any()
    name = _name_of(index, own) if own.any() and not has_place else frozenset[str]()
    if not name:
        return np.zeros(len(index.statements), np.bool_)
    names_it = np.array([name <= s.text_words for s in index.statements], np.bool_)
    return names_it & index.is_of_kinds(_PLACES) & ~own


def _name_of(index: StatementIndex, own: NDArray[np.bool_]) -> frozenset[str]:
    """The stems of the name of the row of these statements."""
    first = index.statements[int(own.argmax())]
    return frozenset(content(stems(first.row)))


def is_asked_alone(reading: Reading) -> bool:
    """Whether it says the names of rows, spelt as they are, and what is asked of them;
    nothing else."""
    text, names = normalised(reading.text), [name for _, name in reading.named_as]
    is_spelt = all(f" {name} " in text for name in names)
    return bool(
        reading.named and is_spelt and not _telling_words(reading.text, " ".join(names))
    )


def is_name_alone(reading: Reading, name_words: Collection[str]) -> bool:
    """Whether it is a name, or a place in a list, and nothing else."""
    names = frozenset(stems(" ".join(name_words)))
    return all(word in names or word in _ORDINALS for word in reading.words)


def _telling_words(text: str, names: str) -> set[str]:
    """Stems beside the names that say more than what is asked."""
    explained = frozenset[str]().union(*map(ellipsis.explained_words, _ASKED_ALONE))
    return content(stems(text)) - {*stems(names)} - explained - _OF_ACTIVITY


def is_told_where(index: StatementIndex, own: NDArray[np.bool_], row: int) -> bool:
    """Whether the row has a place, or free text of it or of another place says so."""
    texts = index.texts[own].tolist()
    is_in_text = any(TELLS_PLACE.search(text) for text in texts)
    has_field = np.isin(index.fields[own], list(FIELDS_OF_PLACES)).any()
    return bool(is_in_text or has_field or of_places_with(index, row).any())
