"""Sentences of documents that answer a question, where the rows do not.

The ranking of statements that judges rows judges these sentences too, as free text that
staff have written. It gives the chance that the best one answers, so both are compared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from urllib.parse import urlencode

from django.urls import reverse

from apps.documents.models import Document
from apps.documents.reading import below_title
from apps.knowledge.document_index import DocumentIndex
from apps.knowledge.models import Passage, Sentence
from apps.knowledge.search import document_subject, document_values, reranking
from apps.knowledge.search.results import Found
from apps.knowledge.statements import ellipsis, named_rows, ranking
from apps.knowledge.statements.ranking import (
    ANSWERABLE_FROM,
    IN_PART_BELOW,
    MOSTLY_LACKING,
    NEAREST_BELOW,
    NEAREST_WITH_ALL_WORDS,
    Ranked,
)
from apps.knowledge.statements.reading import Reading, ReadingVectors
from apps.knowledge.statements.scoring import asked_values
from apps.language.word_forms import stems

CATEGORY = "document"
# Any sentence of a document may be one.
WORDS_OF_RULES = frozenset(stems("policy policies rules terms conditions"))
MOST_PASSAGES = 4
# How much likelier than a row a document must answer.
MARGIN_OF_ROWS = 0.2
# By `Ranked.answerable`.
SURELY_OF_ITS_SUBJECT = 0.8
# That a sentence of another place is exact: it is told as what comes nearest.
CHANCE_OF_NEAREST = NEAREST_WITH_ALL_WORDS - 0.01
# That a section answers which has all that the question is about, where the nearest row
# has not: the spa's rule for late cancellation, without the word "fee".
CHANCE_OF_PART = NEAREST_BELOW
PAGE = {"en": "page", "es": "página", "fr": "page", "pt": "página", "zh": "页"}


def rows_lack_most(ranked: Ranked, reading: Reading) -> bool:
    """Whether the nearest row lacks most of the question.

    Not where the question names that row and says only what is asked of it, and of
    which day: "what time does Tuscany open tomorrow?".
    """
    is_asked_alone = ranked.chances.any() and named_rows.is_asked_alone(reading)
    if is_asked_alone and ranked.best.item_id in reading.named:
        return False
    return ranked.lacking_share >= MOSTLY_LACKING


def answer(
    index: DocumentIndex,
    reading: Reading,
    vectors: ReadingVectors,
    at: datetime,
    chance_of_rows: float,
    of_rows: Ranked,
) -> Ranked | None:
    """The ranking of their sentences; None unless one answers where no row does."""
    is_left_open = of_rows.unmet or of_rows.value in asked_values.LACKING
    if chance_of_rows >= IN_PART_BELOW and not is_left_open:
        return None
    ranked = document_values.with_price(rank(index, reading, vectors, at), reading)
    if document_subject.answers_other_question(ranked, reading):
        return None
    if chance_of_rows and {*of_rows.lacking} <= {*ranked.lacking}:
        # What both lack speaks for neither.
        chance_of_rows = max(chance_of_rows, of_rows.chance_to_answer)
    if document_values.holds_what_rows_lack(ranked, of_rows, reading):
        ranked = document_values.as_answer(ranked)
        return _with_caution(ranked, reading)
    if chance_of_rows >= IN_PART_BELOW:
        return None
    least = max(IN_PART_BELOW, chance_of_rows + MARGIN_OF_ROWS)
    if _has_what_rows_lack(ranked, of_rows, reading):
        least = max(NEAREST_WITH_ALL_WORDS, chance_of_rows)
    if ranked.chance_to_answer < least:
        return _part(ranked, of_rows, reading, chance_of_rows)
    return _with_caution(ranked, reading)


def _part(
    ranked: Ranked, of_rows: Ranked, reading: Reading, chance_of_rows: float
) -> Ranked | None:
    """A section that is surely about it, though it may not answer, before a row that
    hardly is."""
    is_sure = ranked.answerable >= SURELY_OF_ITS_SUBJECT
    is_nearer = is_sure and _has_what_rows_lack(ranked, of_rows, reading)
    if chance_of_rows >= NEAREST_BELOW or not is_nearer:
        return None
    return replace(ranked, exact=max(ranked.exact, CHANCE_OF_PART))


def _with_caution(ranked: Ranked, reading: Reading) -> Ranked:
    return (
        _as_nearest(ranked)
        if document_subject.is_of_another_thing(ranked, reading)
        else ranked
    )


def _as_nearest(ranked: Ranked) -> Ranked:
    """The same, told with a caution."""
    return replace(ranked, exact=min(ranked.exact, CHANCE_OF_NEAREST))


def _has_what_rows_lack(ranked: Ranked, of_rows: Ranked, reading: Reading) -> bool:
    """Whether the nearest section has all words that say more than what is asked, and
    the nearest row lacks most: "how much deposit do we pay for an event?"."""
    unmet = {*ranked.unmet} - WORDS_OF_RULES
    if unmet or not rows_lack_most(of_rows, reading):
        return False
    own_words = {*of_rows.lacking} - {*ranked.lacking}
    return bool(own_words.difference(ellipsis.explained_words(ranked.topic)))


def rank(
    index: DocumentIndex, reading: Reading, vectors: ReadingVectors, at: datetime
) -> Ranked:
    """All sentences of documents that are valid at the moment.

    A row that the question names is one word of it like others here: "confetti in the
    ballroom" is answered by the event policy.
    """
    unnamed = replace(reading, named=(), is_of_named_alone=False)
    judge = partial(reranking.statements, reading.text, index.statements)
    hidden = index.hidden_at(at)
    ranked = ranking.rank(index.statements, unnamed, vectors, hidden, judge)
    elsewhere = document_subject.sections_elsewhere(index, ranked, reading)
    if not elsewhere:
        return ranked
    of_thing = ranking.rank(
        index.statements, unnamed, vectors, hidden | elsewhere, judge
    )
    return of_thing if of_thing.answerable >= ANSWERABLE_FROM else ranked


def load(
    index: DocumentIndex, ranked: Ranked, language: str, reading: Reading | None = None
) -> list[Found]:
    """The passages of the best sentences, best first.

    reading: of a question that all lines of a table may answer.
    """
    best = ranked.best_passages(MOST_PASSAGES)
    chances = ranked.by_place([passage_id for passage_id, _ in best])
    passages: list[Found] = []
    loaded_fields: set[str] = set()
    for passage_id, score in best:
        passage = index.passages[passage_id]
        lines = [
            _line(passage, line, chances.get((passage_id, place), 0.0), language)
            for place, line in enumerate(passage.sentences)
            if line["field"] not in loaded_fields
        ]
        loaded_fields.update(line["field"] for line in lines)
        if lines:
            passages.append(_as_found(passage, lines, score))
    return _with_lines(passages, ranked, reading) if reading else passages


def _with_lines(
    passages: Sequence[Found], ranked: Ranked, reading: Reading
) -> list[Found]:
    """The first one marked with the lines of its table that answer equally."""
    texts = {statement.text for statement in document_values.lines(ranked, reading)}
    return [_marked(passages[0], texts), *passages[1:]] if passages else []


def _marked(passage: Found, texts: Collection[str]) -> Found:
    metadata = passage["metadata"]
    fields = [line["field"] for line in metadata["sentences"] if line["text"] in texts]
    return {**passage, "metadata": {**metadata, "fits": " ".join(fields)}}


def without_chances(passages: Iterable[Found]) -> list[Found]:
    """Passages of rows beside those of a document that answers better."""
    return [
        {**own, "metadata": {**own["metadata"], "sentences": _flat(own)}}
        for own in passages
    ]


def _flat(passage: Found) -> list[Sentence]:
    return [{**line, "chance": 0.0} for line in passage["metadata"]["sentences"]]


def _line(passage: Passage, line: Sentence, chance: float, language: str) -> Sentence:
    document = _document(passage)
    label = below_title(line["label"], document.title)
    if line["page"]:
        page = f"{PAGE.get(language, PAGE['en'])} {line['page']}"
        label = f"{page}, {label}" if label else page
    return {
        **line,
        "label": label,
        "chance": round(chance, 4),
        "url": _url(document, line),
    }


def _url(document: Document, line: Sentence) -> str:
    """Where the sentence is marked."""
    page = reverse("document", args=[document.property.slug, document.public_id])
    return f"{page}?{urlencode({'sentence': line['number']})}#marked"


def _as_found(passage: Passage, lines: Sequence[Sentence], score: float) -> Found:
    document = _document(passage)
    row_id = -(passage.section_id or 0)
    return {
        "content": " ".join(line["text"] for line in lines),
        "score": round(score, 4),
        "metadata": {
            "passage_id": passage.pk,
            "item_id": row_id,
            "subject_id": row_id,
            "category": CATEGORY,
            "item_name": document.title,
            "title": passage.title,
            "field_group": passage.field_group,
            "sentences": list(lines),
            "revision": passage.revision,
            "source": document.file_name,
            "website": "",
            "updated_at": document.updated_at.isoformat(),
            "verified_at": document.created_at.isoformat(),
            "fits": "",
            "part": 0,
        },
    }


def _document(passage: Passage) -> Document:
    if passage.document is None:
        raise ValueError(f"{passage} belongs to a row.")
    return passage.document
