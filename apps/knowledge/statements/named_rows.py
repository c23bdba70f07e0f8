"""What a question asks of a row that it names, by its whole name or by a telling part.

"Is the museum free?" is asked of the museum: what another row costs is no answer.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

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
TOPICS = frozenset({"price", "hours"})
_ORDINALS = frozenset(
    stems("first second third fourth last former latter one two three")
)


def mentions(text: str, snapshot: PropertySnapshot, subject: Subject) -> list[Mention]:
    """The rows that a text names; else the only one that has a word of it as a part of
    its name: "the wall", of the Rock Climbing Wall."""
    whole_names = snapshot.mentions(text)
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
    explained = frozenset[str]().union(*map(ellipsis.explained_words, TOPICS))
    return content(stems(text)) - {*stems(names)} - explained
