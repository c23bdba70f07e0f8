"""Writes the passages of a document once its sections have been read.

They are cut at headings and between sentences. Two neighbours of a section share the
last sentences of the first, so that what a cut divides is found with its context.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef

from apps.documents import sentences, status
from apps.documents.models import Document, Section
from apps.documents.reading import NOTHING_TO_FIND, TOO_MUCH_HELD, below_title
from apps.knowledge.indexing.document_filter import DocumentFilter
from apps.knowledge.indexing.passages import await_vectors
from apps.knowledge.models import Embedding, HeldSentence, Passage, Sentence
from apps.llm import embeddings
from apps.llm.embeddings import embedder

PASSAGE_CHARS = 1_000
OVERLAP_CHARS = 200
# Each is looked for in all lines of the viewer.
MOST_HELD = 200
FIELD_GROUP = "document"


def write(document: Document) -> list[Passage]:
    """Replaces the passages of a document; it fails where nothing is left to tell, or
    too much is held back."""
    with transaction.atomic():
        Passage.objects.filter(document=document).delete()
        HeldSentence.objects.filter(document=document).delete()
        passages, held = _read(document)
        HeldSentence.objects.bulk_create(held)
        if not passages or len(held) > MOST_HELD:
            status.fail(document, TOO_MUCH_HELD if passages else NOTHING_TO_FIND)
            return []
        stored = Passage.objects.bulk_create(passages)
        await_vectors(stored, embedder().name)
        if embeddings.is_remote():  # the local model ranks statements
            await_vectors(stored, embeddings.local().name)
    return stored


def finish() -> int:
    """Ends the reading of documents that wait for no vector any more."""
    pending = Embedding.objects.filter(
        passage__document=OuterRef("pk"), state=Embedding.State.PENDING
    )
    being_read = Document.objects.filter(status=Document.Status.PROCESSING)
    ready = being_read.filter(
        Exists(Passage.objects.filter(document=OuterRef("pk"))), ~Exists(pending)
    )
    return sum(status.finish(pk) for pk in list(ready.values_list("pk", flat=True)))


def share_done(document: Document) -> float:
    """How much of a document has its vectors, from 0 to 1."""
    rows = Embedding.objects.filter(passage__document=document)
    count = rows.count()
    done_count = rows.exclude(state=Embedding.State.PENDING).count()
    return done_count / count if count else 0.0


def _read(document: Document) -> tuple[list[Passage], list[HeldSentence]]:
    passages: list[Passage] = []
    document_filter = DocumentFilter(document)
    document_filter.clean_names()
    for section, parts in sentences.of(list(document.sections.all())):
        heading = document_filter.heading(section)
        lines = [_fact(heading, line) for part in parts for line in part]
        for group in _grouped(document_filter.sentences(lines)):
            passages.append(_passage(document, section, group, len(passages)))
    return passages, document_filter.held


def _fact(heading: str, line: sentences.Sentence) -> Sentence:
    return {
        "field": f"sentence_{line.number}",
        "label": heading,
        "value": line.quote,
        "text": line.text,
        "page": line.page,
        "number": line.number,
    }


def _grouped(lines: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    """At most `PASSAGE_CHARS` each; the next one repeats up to `OVERLAP_CHARS`."""
    group: list[Sentence] = []
    new_count = 0
    for line in lines:
        if new_count and _length(group) + len(line["text"]) > PASSAGE_CHARS:
            yield group
            group, new_count = _overlap(group), 0
            if _length(group) + len(line["text"]) > PASSAGE_CHARS:
                group = []
        group.append(line)
        new_count += 1
    if new_count:
        yield group


def _overlap(group: Sequence[Sentence]) -> list[Sentence]:
    shared: list[Sentence] = []
    for line in reversed(group[1:]):
        if _length(shared) + len(line["text"]) > OVERLAP_CHARS:
            break
        shared.insert(0, line)
    return shared


def _length(group: Sequence[Sentence]) -> int:
    return sum(len(line["text"]) + 1 for line in group)


def _passage(
    document: Document, section: Section, lines: list[Sentence], position: int
) -> Passage:
    below = below_title(lines[0]["label"], document.title)
    title = ": ".join(filter(None, [document.title, below]))
    content = [document.pk, position, title, lines]
    return Passage(
        property_id=document.property_id,
        document=document,
        section=section,
        field_group=FIELD_GROUP,
        position=position,
        title=title[:260],
        text=" ".join(line["text"] for line in lines),
        sentences=lines,
        language=document.language,
        revision=document.version,
        content_hash=hashlib.sha256(json.dumps(content).encode()).hexdigest(),
    )
