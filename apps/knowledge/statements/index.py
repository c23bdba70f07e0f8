"""The statements of one property with their vectors and words."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from apps.knowledge.question.row_names import normalised
from apps.knowledge.statements import topics
from apps.knowledge.statements.phrasing_vectors import Floats
from apps.knowledge.statements.scoring import asked_values, interaction
from apps.language.vocabulary import synonyms
from apps.language.word_forms import EMPTY, stems

DIMENSIONS = 384
NOWHERE: NDArray[np.intp] = np.empty(0, np.intp)
_NO_VECTORS: Floats = np.empty((0, DIMENSIONS), np.float32)


@dataclass(frozen=True)
class RowPhrasing:
    """A question that staff have stored with a field of a row.

    vector: of the local model; zeros while it is not there yet. named: ids of the rows
    that the question names.
    """

    item_id: int
    field: str
    text: str
    vector: Floats
    named: frozenset[int] = frozenset()

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(stems(self.text)) - EMPTY

    @cached_property
    def plain_text(self) -> str:
        return normalised(self.text)


@dataclass(frozen=True)
class Statement:
    """One sentence of a row. `place` is its place among those of its passage.

    phrasings: questions that staff have stored with its row and field.
    """

    passage_id: int
    place: int
    item_id: int
    row: str
    kind: str
    field: str
    text: str
    aliases: tuple[str, ...] = ()
    phrasings: tuple[str, ...] = ()

    @property
    def sentence_view(self) -> str:
        """What is embedded so that a question finds the fact."""
        return f"{self.row}. {self.text}"

    @property
    def field_view(self) -> str:
        """What is embedded so that a question finds the field."""
        return f"{self.row} {self.field.replace('_', ' ')}"

    @cached_property
    def row_words(self) -> frozenset[str]:
        names = (self.row, *self.aliases)
        # Guests leave out apostrophes: "MJs"; and write "child care" for "childcare".
        bare = (name.replace("'", "") for name in names if "'" in name)
        spellings = (*names, *bare, *map(normalised, names))
        return frozenset(word for name in spellings for word in stems(name)) - EMPTY

    @cached_property
    def text_words(self) -> frozenset[str]:
        return frozenset(stems(" ".join((self.text, *self.phrasings))))

    @cached_property
    def words(self) -> frozenset[str]:
        field_words = frozenset(stems(self.field.replace("_", " ")))
        return self.text_words | field_words | self.row_words


class StatementIndex:
    """sentence_vectors and field_vectors have the shape (statements, dimensions).

    A statement whose vectors are not there yet has zeros and is found by its words.
    holders: the places of the statements that hold a word; meeting: of those that hold
    it or a synonym; rows_meeting: the numbers of their rows.
    """

    def __init__(
        self,
        statements: Sequence[Statement] = (),
        sentence_vectors: Floats = _NO_VECTORS,
        field_vectors: Floats = _NO_VECTORS,
        phrasings: Sequence[RowPhrasing] = (),
    ) -> None:
        self.statements = tuple(statements)
        self.sentence_vectors, self.field_vectors = sentence_vectors, field_vectors
        self.has_vectors = np.linalg.norm(sentence_vectors, axis=1) > 0
        self._rows = {
            item: n for n, item in enumerate(dict.fromkeys(_items(statements)))
        }
        self.row_of = np.array([self._rows[s.item_id] for s in statements], np.intp)
        self.row_count = len(self._rows)
        self.row_words = {s.item_id: s.row_words for s in statements}
        self.items = np.array([s.item_id for s in statements], np.intp)
        self.kinds = np.array([s.kind for s in statements], np.str_)
        self.is_of_kind = _masks(self.kinds)
        self.texts = np.array([s.text for s in statements], np.str_)
        fields = tuple(statement.field for statement in statements)
        self.fields = np.array(fields, np.str_)
        self.is_of_field = _masks(self.fields)
        self.is_tier = np.char.startswith(self.fields, "tier_")
        self.field_ranks = topics.field_ranks(fields)
        self.held_values = asked_values.held_by([s.text for s in statements])
        self.holders = _holders(statement.words for statement in statements)
        self.meeting = _with_synonyms(self.holders)
        self.meeting_in_text = _with_synonyms(
            _holders(s.text_words for s in statements)
        )
        self.meeting_in_row = _with_synonyms(_holders(s.row_words for s in statements))
        self.rows_meeting = {
            word: np.unique(self.row_of[places])
            for word, places in self.meeting.items()
        }
        self._weights = {word: self._weight(len(p)) for word, p in self.holders.items()}
        self._weight_of_unknown = self._weight(0)
        self.phrasings = tuple(phrasings)
        self.phrasing_vectors = np.array(
            [phrasing.vector for phrasing in phrasings], np.float32
        ).reshape(-1, DIMENSIONS)

    def answering(self, phrasing: RowPhrasing) -> NDArray[np.bool_]:
        """Statements of the row and field that answer a phrasing."""
        cell = (phrasing.item_id, phrasing.field)
        cells = [(s.item_id, s.field) == cell for s in self.statements]
        return np.array(cells, np.bool_)

    def weight(self, word: str) -> float:
        """Inverse document frequency; rare words say more."""
        return self._weights.get(word, self._weight_of_unknown)

    def _weight(self, count: int) -> float:
        return math.log((len(self.statements) + 1) / (count + 0.5))

    @cached_property
    def projected(self) -> Floats:
        """What the learnt interaction sees of each statement, (statements, rank)."""
        return interaction.load().of_statements(
            self.sentence_vectors, self.fields.tolist(), self.kinds.tolist()
        )

    @cached_property
    def by_passage(self) -> dict[int, list[int]]:
        """The places of the statements of each passage."""
        places: dict[int, list[int]] = {}
        for place, statement in enumerate(self.statements):
            places.setdefault(statement.passage_id, []).append(place)
        return places

    @cached_property
    def whole_names(self) -> dict[str, frozenset[int]]:
        """Stem -> ids of the rows that have it as a name or an alias: "valet"."""
        owners: dict[str, set[int]] = {}
        for statement in self.statements:
            for name in (statement.row, *statement.aliases):
                words = stems(name)
                if len(words) == 1:
                    owners.setdefault(words[0], set()).add(statement.item_id)
        return {word: frozenset(own) for word, own in owners.items()}

    def rows_named(self, name: str) -> list[int]:
        """Ids of the rows whose names hold all words of this one: a show at a venue."""
        words = frozenset(stems(name)) - EMPTY
        return [item for item, own in self.row_words.items() if words and words <= own]

    def row_has_word(self, item_id: int, word: str) -> bool:
        """Whether any statement of the row has the word or a synonym."""
        return self._rows.get(item_id, -1) in self.rows_meeting.get(word, NOWHERE)

    def is_of_rows(self, item_ids: Collection[int]) -> NDArray[np.bool_]:
        """Which statements belong to one of these rows."""
        if not item_ids:
            return np.zeros(len(self.statements), np.bool_)
        is_chosen = np.zeros(self.row_count, np.bool_)
        is_chosen[[self._rows[item] for item in item_ids if item in self._rows]] = True
        chosen: NDArray[np.bool_] = is_chosen[self.row_of]
        return chosen

    def is_of_kinds(self, kinds: Iterable[str]) -> NDArray[np.bool_]:
        masks = [self.is_of_kind[kind] for kind in kinds if kind in self.is_of_kind]
        nowhere = np.zeros(len(self.statements), np.bool_)
        chosen: NDArray[np.bool_] = np.logical_or.reduce([nowhere, *masks])
        return chosen

    def has_field(self, field: str) -> NDArray[np.bool_]:
        nowhere = np.zeros(len(self.statements), np.bool_)
        return self.is_of_field.get(field, nowhere)


def _items(statements: Sequence[Statement]) -> list[int]:
    return [statement.item_id for statement in statements]


def _masks(values: NDArray[np.str_]) -> dict[str, NDArray[np.bool_]]:
    """Which places hold each value."""
    return {str(value): values == value for value in np.unique(values)}


def _with_synonyms(
    holders: Mapping[str, NDArray[np.intp]],
) -> dict[str, NDArray[np.intp]]:
    """The places of the statements that hold each word or a synonym of it."""
    table = synonyms.synonyms()
    meeting = dict(holders)
    for word, own in table.items():
        places = [holders[form] for form in (word, *own) if form in holders]
        if places:
            meeting[word] = np.unique(np.concatenate(places))
    return meeting


def _holders(words: Iterable[frozenset[str]]) -> dict[str, NDArray[np.intp]]:
    """The places of the statements that hold each word."""
    places: dict[str, list[int]] = {}
    for place, own in enumerate(words):
        for word in own:
            places.setdefault(word, []).append(place)
    return {word: np.array(held, np.intp) for word, held in places.items()}
