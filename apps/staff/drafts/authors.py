"""Who wrote what waits for a second person: none of them is that person."""

from __future__ import annotations

from apps.catalog.models import Item
from apps.staff.history.snapshot import Content
from apps.staff.models import RowDraft, Version


def of_draft(draft: RowDraft) -> set[int]:
    """User ids. Publishing it shows guests the rest of a row that they never saw."""
    ids = draft.author_ids()
    is_live = draft.item.status == Item.Status.LIVE
    return ids if is_live else ids | of_row(draft.item)


def of_row(item: Item) -> set[int]:
    """User ids of whoever has written any of it since guests saw it last.

    Who has only taken it off the page wrote nothing, unless that came last.
    """
    unseen, live = _unseen(item)
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
    return row.delivery.get_origin_display() if row.delivery else ""


def _unseen(item: Item) -> tuple[list[Version], Version | None]:
    """The versions since it was last live, the newest first, and that live one."""
    versions = Version.objects.filter(item=item.pk)
    live = versions.filter(content__fields__status=Item.Status.LIVE).first()
    unseen = versions.filter(pk__gt=live.pk) if live else versions
    return list(unseen), live


def _text(version: Version) -> Content:
    fields = {**version.content["fields"], "status": None}
    return {**version.content, "fields": fields}
