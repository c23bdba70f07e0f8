"""Compares the sentences of a property's live documents with the rows that they name.

Only what is likely a contradiction counts: a sentence that names one row, or stands
below a heading or title that does, and speaks of nothing that the row's own sentence
does not speak of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from apps.catalog.hours import formatting
from apps.catalog.models import Item
from apps.documents.models import Document
from apps.documents.reading import BETWEEN_HEADINGS
from apps.infrastructure import patterns
from apps.knowledge import property_rows
from apps.knowledge.disagreements import figures
from apps.knowledge.models import Disagreement, Passage, Sentence
from apps.knowledge.question import name_matching, row_names
from apps.knowledge.question.row_names import NameIndex
from apps.language.word_forms import EMPTY, stems
from apps.properties.models import Property

Kind = Disagreement.Kind
# Fields of rows that hold one figure; hours are compared by weekday.
FIELDS = {
    Kind.PHONE: ("phone",),
    Kind.AGE: ("minimum_age",),
    Kind.PRICE: ("fee", "rate_from", "price_from"),
}
READERS: dict[str, Callable[[str], frozenset[object]]] = {
    Kind.PHONE: figures.phones,
    Kind.AGE: figures.least_ages,
    Kind.PRICE: figures.prices,
}
_HAS_DIGIT = patterns.compile(r"\d")
_OPEN = patterns.compile(r"\b(open|opens|opening|hours)\b", "i")
# Words that say how a figure is meant, and nothing of what it is for.
_SAYING = frozenset(
    stems(
        "price prices cost costs fee fees charge charges rate rates pay from start "
        "starts only dollars day daily night nightly person each guest guests visitor "
        "visitors hotel open opens opening hours every week monday tuesday wednesday "
        "thursday friday saturday sunday weekday weekend until noon midnight am pm "
        "currently now all year round"
    )
)


@dataclass(frozen=True)
class Difference:
    """What both say, in their own words."""

    document_id: int
    item_id: int
    kind: str
    sentence_number: int
    page: int
    of_document: str
    of_row: str

    @property
    def key(self) -> tuple[int, int, str, int]:
        return self.document_id, self.item_id, self.kind, self.sentence_number


def of(place: Property) -> list[Difference]:
    """Each sentence once for a row and kind, though passages may share it."""
    documents = Document.objects.of(place).filter(status=Document.Status.LIVE)
    rows = Passage.objects.filter(document__in=documents).select_related("document")
    passages = list(rows.defer("search", "text"))
    if not passages:
        return []
    catalog = _Catalog(place)
    by_key: dict[tuple[int, int, str, int], Difference] = {}
    for passage in passages:
        for line in passage.sentences:
            for difference in _of_sentence(passage, line, catalog):
                by_key.setdefault(difference.key, difference)
    return list(by_key.values())


class _Catalog:
    """The live rows of a property, their names and what is recorded of them."""

    def __init__(self, place: Property) -> None:
        self.items = property_rows.items(place)
        rows = [item for item in self.items.values() if item.kind != Item.Kind.FAQ]
        self._index = NameIndex(
            row_names.of([(i.pk, i.kind, i.name, i.aliases) for i in rows])
        )
        passages = property_rows.passages(place, self.items)
        self.sentences = property_rows.sentences_of_rows(passages.values())
        helplines = place.jurisdiction.helplines.all()
        numbers = " / ".join([place.phone, *(line.phone for line in helplines)])
        self._phones_of_all = figures.phones(numbers)

    def named_in(self, text: str) -> list[int]:
        """Ids of the rows whose whole names a text holds."""
        mentions = name_matching.find(text, self._index, exact=True)
        return [own.name.item_id for own in mentions if not own.name.is_core]

    def figures_of(self, item_id: int, kind: str) -> frozenset[object]:
        """The figures of a row; of phone numbers, all that may be given for it."""
        if kind != Kind.PHONE:
            texts = [line["text"] for line in self.lines(item_id, kind)]
            return frozenset().union(*map(READERS[kind], texts))
        of_row = (line["text"] for line in self.sentences.get(item_id, {}).values())
        return self._phones_of_all.union(*map(figures.phones, of_row))

    def lines(self, item_id: int, kind: str) -> list[Sentence]:
        recorded = self.sentences.get(item_id, {})
        return [recorded[field] for field in FIELDS[Kind(kind)] if field in recorded]


def _of_sentence(
    passage: Passage, line: Sentence, catalog: _Catalog
) -> Iterator[Difference]:
    text = line["text"]
    if not _HAS_DIGIT.search(text):
        return
    item_id = _subject(passage, line, catalog)
    if item_id is None:
        return
    for kind, of_row in _contradicted(text, item_id, catalog):
        yield Difference(
            document_id=passage.document_id or 0,
            item_id=item_id,
            kind=kind,
            sentence_number=line.get("number", 0),
            page=line.get("page", 0),
            of_document=line["value"],
            of_row=of_row,
        )


def _subject(passage: Passage, line: Sentence, catalog: _Catalog) -> int | None:
    """The one row that the sentence names; else the heading, or else the title."""
    heading = line["label"].rsplit(BETWEEN_HEADINGS, 1)[-1]
    title = passage.document.title if passage.document else ""
    for text in (line["text"], heading, title):
        if named := catalog.named_in(text):
            return named[0] if len(named) == 1 else None
    return None


def _contradicted(
    text: str, item_id: int, catalog: _Catalog
) -> Iterator[tuple[str, str]]:
    """(Kind, what the row says) of each figure that differs."""
    for kind, read in READERS.items():
        of_text, of_row = read(text), catalog.figures_of(item_id, kind)
        lines = catalog.lines(item_id, kind)
        if of_text and lines and of_row and not of_text & of_row:
            name = catalog.items[item_id].name
            if kind != Kind.PRICE or _is_of_same(text, lines, name):
                yield kind, " ".join(line["text"] for line in lines)
    item = catalog.items[item_id]
    if _has_other_hours(text, item):
        yield Kind.HOURS, f"{item.name} is open {formatting.say_week(item)}."


def _is_of_same(text: str, lines: Sequence[Sentence], name: str) -> bool:
    """Whether the row's own sentence has all that the document's is about: a massage
    is not the day pass of the spa."""
    own = {*stems(name), *(word for line in lines for word in stems(line["text"]))}
    return not _subjects(text) - own


def _has_other_hours(text: str, item: Item) -> bool:
    """Whether it says when the place is open, and the weekly hours do not have it."""
    week: dict[int, set[tuple[object, object]]] = {}
    for row in item.hours.all():
        week.setdefault(row.weekday, set()).add((row.opens_at, row.closes_at))
    if not week or not _OPEN.search(text):
        return False
    names = {word for name in (item.name, *item.aliases) for word in stems(name)}
    if _subjects(text) - names:
        return False
    return any(
        (span.opens, span.closes) not in week.get(day, set())
        for span in figures.spans(text)
        for day in span.days or week
    )


def _subjects(text: str) -> set[str]:
    """Stems of what a sentence is about, without figures."""
    words = {word for word in stems(text) if not word[:1].isdigit()}
    return {word for word in words if not word.startswith("$")} - EMPTY - _SAYING
