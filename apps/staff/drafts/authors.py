"""Who wrote what waits for a second person, and who may be that person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any

from apps.catalog.models import Item
from apps.properties import access
from apps.staff.history.snapshot import Content
from apps.staff.models import RowDraft, Version


def of_draft(draft: RowDraft) -> set[int]:
    """User ids. Publishing it shows guests the rest of a row that they never saw."""
    return of_drafts([draft])[draft.pk]


def of_drafts(drafts: Iterable[RowDraft]) -> dict[int, set[int]]:
    """The same of each, by its id; one query for all."""
    drafts = list(drafts)
    live = Item.Status.LIVE
    of_unseen = of_rows(own.item for own in drafts if own.item.status != live)
    return {
        own.pk: own.author_ids() | of_unseen.get(own.item_id, set()) for own in drafts
    }


def of_row(item: Item) -> set[int]:
    """User ids of whoever has written any of it since guests saw it last.

    Who has only taken it off the page wrote nothing, unless that came last.
    """
    return of_rows([item])[item.pk]


def of_rows(items: Iterable[Item]) -> dict[int, set[int]]:
    """The same of each, by its id; one query for all."""
    versions: dict[int, list[Version]] = {item.pk: [] for item in items}
    for version in Version.objects.filter(item__in=versions):
        versions[version.item].append(version)
    return {item_id: _writers(own) for item_id, own in versions.items()}


def objections(drafts: Iterable[RowDraft], reader: Any) -> dict[int, str]:
    """Why the reader may not approve each, by its id; empty where the reader may."""
    drafts, person = list(drafts), access.second_person(reader)
    author_ids = of_drafts(drafts)
    return {
        own.pk: person.objection(author_ids[own.pk], own.updated_at) for own in drafts
    }


def objections_to_rows(items: Iterable[Item], reader: Any) -> dict[int, str]:
    """The same of publishing rows that guests do not see, by the id of each."""
    items, person = list(items), access.second_person(reader)
    author_ids, written_at = of_rows(items), _written_at(items)
    return {
        item.pk: person.objection(
            author_ids[item.pk], written_at.get(item.pk, item.updated_at)
        )
        for item in items
    }


def _written_at(items: Iterable[Item]) -> dict[int, datetime]:
    newest = Version.objects.filter(item__in=[item.pk for item in items])
    return dict(newest.order_by("id").values_list("item", "at"))


def _writers(versions: Sequence[Version]) -> set[int]:
    """versions: of a row, the newest first."""
    unseen = list(takewhile(_is_unseen, versions))
    live = next(iter(versions[len(unseen) :]), None)
    writers = {
        version.by_id
        for version, before in zip(unseen, [*unseen[1:], live], strict=False)
        if before is None or _text(version) != _text(before)
    }
    writers |= {version.by_id for version in unseen[:1]}
    return {writer for writer in writers if writer is not None}


def name(row: RowDraft | Version) -> str:
    """Who wrote it last; of a table that no person handed in, where it came from."""
    if row.by is not None:
        return str(row.by)
    if row.delivery is None:
        return ""
    return of_import(row.delivery.get_origin_display())


def of_import(origin: str) -> str:
    return f"an import ({origin})"


def _is_unseen(version: Version) -> bool:
    return bool(version.content["fields"].get("status") != Item.Status.LIVE)


def _text(version: Version) -> Content:
    fields = {**version.content["fields"], "status": None}
    return {**version.content, "fields": fields}
