"""What a draft changes in its row, as the row is now."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from apps.catalog.models import Item
from apps.staff.history import difference, snapshot
from apps.staff.history.snapshot import Content
from apps.staff.models import RowDraft, Version


def merged(draft: RowDraft) -> Content:
    """What the draft has changed, on the row as it is now."""
    return _merged(draft, snapshot.read(draft.item.concrete))


def _merged(draft: RowDraft, now: Content) -> Content:
    return merge(draft.base, draft.content, now)


def merge(base: Content, content: Content, now: Content) -> Content:
    """What has changed from `base` to `content`, on the row as it is now."""
    parts = {name: _newer(name, base, content, now) for name in content}
    parts["fields"] = {
        name: _newer(name, base["fields"], content["fields"], now["fields"])
        for name in content["fields"]
    }
    return parts


def _newer(name: str, base: Content, content: Content, now: Content) -> Any:
    is_changed = content[name] != base.get(name)
    return content[name] if is_changed else now.get(name, content[name])


def changes(drafts: Iterable[RowDraft]) -> list[list[difference.Change]]:
    """What publishing each would change in its row as it is now.

    It takes as many queries for many drafts as for one. Moments are on the clock of the
    row's property.
    """
    drafts = list(drafts)
    rows = snapshot.load(draft.item for draft in drafts)
    pairs = [_live_and_coming(draft, rows[draft.item_id]) for draft in drafts]
    names = difference.names_of(version for pair in pairs for version in pair)
    return [
        _changes(draft, pair, names) for draft, pair in zip(drafts, pairs, strict=True)
    ]


def _live_and_coming(draft: RowDraft, row: Item) -> tuple[Version, Version]:
    category, live = snapshot.category_of(row), snapshot.read(row)
    return (
        Version(category=category, content=live),
        Version(category=category, content=_merged(draft, live)),
    )


def _changes(
    draft: RowDraft, pair: tuple[Version, Version], names: difference.Names
) -> list[difference.Change]:
    with timezone.override(draft.item.property.zone):
        return difference.changes(*pair, names)


def changed_twice(drafts: Iterable[RowDraft]) -> list[list[str]]:
    """Fields and parts of each that somebody has changed in the live row as well since.

    It takes as many queries for many drafts as for one.
    """
    drafts = list(drafts)
    rows = snapshot.load(draft.item for draft in drafts)
    return [_changed_twice(own, snapshot.read(rows[own.item_id])) for own in drafts]


def _changed_twice(draft: RowDraft, now: Content) -> list[str]:
    triples = [
        (name, draft.base["fields"], draft.content["fields"], now["fields"])
        for name in draft.content["fields"]
    ]
    parts = (name for name in draft.content if name != "fields")
    triples += [(name, draft.base, draft.content, now) for name in parts]
    return [
        name
        for name, base, content, live in triples
        if base.get(name) not in (content[name], live.get(name))
        and content[name] != live.get(name)
    ]


def ended_at(item: Item, draft: RowDraft | None, now: datetime) -> datetime | None:
    """When the row ended, if guests do not see it for that, even once published."""
    ends_at = item.valid_to
    if draft and draft.content["fields"]["valid_to"] != draft.base["fields"].get(
        "valid_to"
    ):
        ends_at = parse_datetime(draft.content["fields"]["valid_to"] or "")
    return ends_at if ends_at and ends_at <= now else None


def digest(draft: RowDraft) -> str:
    """Of what it changes and of its row: another one once either has changed.

    Its approval and its time are no part of it.
    """
    return digests([draft])[0]


def digests(drafts: Iterable[RowDraft]) -> list[str]:
    """The same of each; as many queries for many drafts as for one."""
    drafts = list(drafts)
    rows = snapshot.load(draft.item for draft in drafts)
    return [_digest(draft, snapshot.read(rows[draft.item_id])) for draft in drafts]


def _digest(draft: RowDraft, live: Content) -> str:
    return _hashed([draft.pk, draft.is_deletion, draft.base, draft.content, live])


def own_digest(draft: RowDraft) -> str:
    """Of the draft, whatever has become of its row."""
    return _hashed([draft.pk, draft.is_deletion, draft.base, draft.content])


def content_digest(content: Content) -> str:
    """Of a row: another one once any of it has changed."""
    return _hashed(content)


def _hashed(state: Any) -> str:
    text = json.dumps(state, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
