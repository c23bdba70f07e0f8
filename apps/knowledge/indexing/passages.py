"""Keeps the passages of a catalog row true to the row.

Rewriting runs in the transaction that saves the row, so a saved row is found by
keyword the moment it commits and a deleted one never again. Vectors follow.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace

from django.db import transaction
from django.db.models import Q

from apps.catalog.models import FaqEntry, Item
from apps.knowledge.indexing import (
    instruction_filter,
    row_help_numbers,
    unsearched_texts,
)
from apps.knowledge.indexing.readers import items
from apps.knowledge.models import Embedding, HeldSentence, Passage
from apps.llm.embeddings import embedder


def rewrite(item: Item) -> list[Passage]:
    """Brings the passages of an item in line with its row; returns the new ones."""
    if item.status != Item.Status.LIVE:
        Passage.objects.filter(item_id=item.pk).delete()
        HeldSentence.objects.filter(item_id=item.pk).delete()
        return []
    passages, held = _passages(item)
    by_hash = {passage.content_hash: passage for passage in passages}
    with transaction.atomic():
        stored = Passage.objects.filter(item_id=item.pk)
        unchanged = set(
            stored.filter(content_hash__in=by_hash).values_list(
                "content_hash", flat=True
            )
        )
        stored.exclude(content_hash__in=unchanged).delete()
        stored.exclude(revision=item.revision).update(revision=item.revision)
        new_passages = Passage.objects.bulk_create(
            passage for key, passage in by_hash.items() if key not in unchanged
        )
        await_vectors(new_passages, embedder().name)
        HeldSentence.objects.filter(item_id=item.pk).delete()
        HeldSentence.objects.bulk_create(held)
    return new_passages


def await_vectors(passages: Iterable[Passage], model: str) -> None:
    """Notes that these passages lack a vector of this model."""
    Embedding.objects.bulk_create(
        (
            Embedding(passage=passage, property_id=passage.property_id, model=model)
            for passage in passages
        ),
        ignore_conflicts=True,
    )


def dependents(item: Item) -> list[Item]:
    """Rows whose passages name this one."""
    naming = Q(faqentry__about_id=item.pk)
    if item.kind == Item.Kind.VENUE:
        naming |= Q(show__at_venue_id=item.pk)
    if item.kind == Item.Kind.TOWER:
        naming |= Q(room__in_tower_id=item.pk)
    return list(Item.objects.filter(naming))


def _passages(item: Item) -> tuple[list[Passage], list[HeldSentence]]:
    """What of a row can be found, and what is held back from it."""
    row, drafts = item.concrete, []
    title = _title(row)
    why = instruction_filter.reason(title) or row_help_numbers.reason(
        row.property, title
    )
    held: list[HeldSentence] = instruction_filter.of_title(row, title, why)
    if held:
        return [], held
    for draft in items.read(row):
        lines, bad = row_help_numbers.sifted(row.property, title, draft.sentences)
        lines, orders = instruction_filter.sifted(lines)
        bad += orders
        held += [row for row in bad if row.text not in {old.text for old in held}]
        if lines:
            drafts.append(replace(draft, sentences=lines))
    held += unsearched_texts.held(row)
    for sentence in held:
        sentence.item_id = row.pk
    return [_passage(row, draft) for draft in drafts], held


def _subject(row: Item) -> Item:
    return (row.about if isinstance(row, FaqEntry) else None) or row


def _title(row: Item) -> str:
    subject = _subject(row)
    return row.name if subject is row else f"{subject.name}: {row.name}"


def _passage(row: Item, draft: items.Draft) -> Passage:
    subject, title = _subject(row), _title(row)
    return Passage(
        property_id=row.property_id,
        item_id=row.pk,
        subject_id=subject.pk,
        field_group=draft.field_group,
        position=draft.position,
        title=title[:260],
        text=draft.text,
        sentences=list(draft.sentences),
        revision=row.revision,
        content_hash=_hash(row.property_id, title, subject.pk, draft),
    )


def _hash(property_id: int, title: str, subject_id: int, draft: items.Draft) -> str:
    """Of all that a passage is made from: a row that moves to another property too."""
    own = [draft.field_group, draft.position, draft.sentences]
    content = [property_id, title, subject_id, *own]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()
