"""A form that was opened before its row changed does not overwrite the change.

A form sends the state of its row, and of the draft beside it, that it was opened on.
Once that has changed, the form is shown again: with what others have changed, and with
what was typed, which the next press saves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format

from apps.catalog.models import Item
from apps.staff.drafts import draft_changes
from apps.staff.history import difference, snapshot
from apps.staff.history.difference import Change
from apps.staff.history.snapshot import Content
from apps.staff.models import RowDraft, Version

# The field of a form that tells which state it was opened on.
READ = "_read"
# Versions among which the state is looked for.
MOST_VERSIONS = 100
SINCE = "since you opened this form"
STILL_THERE = (
    "This press has saved nothing. What you typed is still here. Read what has "
    "changed, then save once more if yours is to replace it."
)
NO_DRAFT_NOW = "There is no draft any more: saving this form begins a new one."
TAKES_DELETION_BACK = "A draft that you save takes that wish back."
TAKES_APPROVAL_BACK = "Saving the draft takes its approval and its time back."


@dataclass(frozen=True)
class State:
    """What a form is opened on: the row, the draft that waits beside it, when that is
    to be published and who has approved it, and the row's property."""

    row: str = ""
    draft: str = ""
    approval: str = ""
    property_id: str = ""

    def __str__(self) -> str:
        return ".".join((self.row, self.draft, self.approval, self.property_id))


@dataclass(frozen=True)
class Conflict:
    """changes: of the row since the form was opened, and what the draft changes in the
    row; empty where unknown. base: the row on which the form was opened; None where
    unknown. base_property_id: of that row. parts: of the row, such as its hours, that
    the form shows as they are stored, and not as they were typed."""

    sentence: str
    changes: list[Change] = field(default_factory=list)
    base: Content | None = None
    base_property_id: int | None = None
    parts: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Event:
    """what: a sentence without its end. note: what saving does to it."""

    what: str
    changes: Sequence[Change] = ()
    note: str = ""


def state(item: Item, draft: RowDraft | None) -> State:
    """draft: the one that waits beside the row."""
    row, place = draft_changes.content_digest(_content(item)), str(item.property_id)
    if draft is None:
        return State(row, property_id=place)
    at = f"{draft.publish_at.timestamp():.0f}" if draft.publish_at else ""
    approval = f"{draft.approved_by_id or ''}-{at}".removesuffix("-")
    return State(row, draft_changes.own_digest(draft), approval, place)


def of(
    request: HttpRequest,
    item: Item,
    draft: RowDraft | None,
    *,
    is_continued: bool,
    is_kept: bool,
) -> Conflict | None:
    """What keeps a form from being saved; the row is locked.

    is_continued: the form is of the draft. is_kept: it is saved as the draft.
    """
    read, now = _posted_state(request), state(item, draft)
    content = _content(item)
    is_row_same, events = read.row == now.row, list[_Event]()
    base, later = (None, []) if is_row_same else _history(item, read.row)
    if is_continued or is_kept:
        events += _draft_events(item, draft, read, now, request.user)
    if read.property_id not in {"", now.property_id}:
        events.append(_Event(f"{item.name} was moved to {item.property.name}"))
    if not is_row_same:
        events.append(_row_event(item, base, later, content, request.user))
    if not events:
        return None
    old = content if is_row_same else base.content if base else None
    is_draft_unknown = is_row_same and is_continued and draft is not None
    every_part = frozenset(content) - {"fields"}
    changed = frozenset(
        name for name in every_part if old is None or content[name] != old.get(name)
    )
    return Conflict(
        " ".join(
            [*(f"{own.what} {SINCE}." for own in events), STILL_THERE]
            + [own.note for own in events if own.note]
        ),
        [change for own in events for change in own.changes],
        None if is_draft_unknown else old,
        int(read.property_id) if read.property_id.isdecimal() else None,
        # The page cannot tell what stood in the parts of a draft before.
        every_part if is_continued else changed,
    )


def _row_event(
    item: Item,
    base: Version | None,
    later: Sequence[Version],
    content: Content,
    reader: Any,
) -> _Event:
    """later: the versions after the base, the newest first."""
    if base is None:
        return _Event(f"{item.name} may have changed")
    new = Version(category=base.category, content=content)
    with timezone.override(item.property.zone):
        changes = difference.changes(base, new, difference.names_of([base, new]))
    names = dict.fromkeys(_author_name(own, reader) for own in reversed(later))
    return _Event(
        f"{', '.join(names) or _author_name(None, reader)} changed {item.name}", changes
    )


def _draft_events(
    item: Item, draft: RowDraft | None, read: State, now: State, reader: Any
) -> Iterator[_Event]:
    name = f"the draft of {item.name}"
    if draft is None:
        if read.draft:
            yield _Event(
                f"{_capitalised(name)} was published or discarded", (), NO_DRAFT_NOW
            )
    elif read.draft != now.draft and draft.is_deletion:
        what = f"{_author_name(draft, reader)} asked to delete {item.name}"
        yield _Event(what, (), TAKES_DELETION_BACK)
    elif read.draft != now.draft:
        changes = [
            replace(change, label=f"{change.label} in the draft")
            for change in draft_changes.changes([draft])[0]
        ]
        yield _Event(f"{_author_name(draft, reader)} changed {name}", changes)
    if draft and now.approval and read.approval != now.approval:
        yield _Event(
            f"{_capitalised(name)} was {_decisions(draft)}", (), TAKES_APPROVAL_BACK
        )


def _decisions(draft: RowDraft) -> str:
    """ "Approved by nora and given a time, Dec. 24, 2026, 6:00 PM," """
    decisions = []
    if draft.approved_by:
        decisions.append(f"approved by {draft.approved_by}")
    if draft.publish_at:
        at = draft.publish_at.astimezone(draft.item.property.zone)
        decisions.append(f"given a time, {date_format(at, 'DATETIME_FORMAT')},")
    return " and ".join(decisions)


def _capitalised(name: str) -> str:
    return name[0].upper() + name[1:]


def _posted_state(request: HttpRequest) -> State:
    """The state that the form was opened on, as it tells it."""
    parts = request.POST.get(READ, "").split(".")
    return State(*parts) if len(parts) == len(fields(State)) else State()


def _content(item: Item) -> Content:
    """Of the row as it is stored now."""
    return snapshot.read(snapshot.load([item])[item.pk])


def _history(item: Item, digest: str) -> tuple[Version | None, list[Version]]:
    """The row with this digest, which its history has kept before it was changed, and
    what was saved after it, the newest first."""
    versions = Version.objects.filter(item=item.pk).select_related("by", "delivery")
    rows = list(versions[:MOST_VERSIONS])
    for number, row in enumerate(rows):
        if draft_changes.content_digest(row.content) == digest:
            return row, rows[:number]
    return None, []


def _author_name(change: Version | RowDraft | None, reader: Any) -> str:
    if change is None or (change.by is None and change.delivery is None):
        return "Somebody"
    if change.by is None:
        return "An import"
    return "You" if change.by == reader else str(change.by)
