"""A form that was opened before its row changed does not overwrite the change.

A form sends the state of its row, and of the draft beside it, that it was opened on.
Once that has changed, the form is shown again: with what others have changed, and with
what was typed, which the next press saves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.http import HttpRequest
from django.utils import timezone

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
NOT_SAVED = "since you opened this form, so nothing is saved yet."
STILL_THERE = (
    "What you typed is still here. Read what has changed, then save once more if yours "
    "is to replace it."
)
NO_DRAFT_NOW = (
    "There is no draft any more: “Save as a draft” begins a new one, and “Save” is for "
    "the row itself."
)


@dataclass(frozen=True)
class Conflict:
    """changes: made by others since; empty where unknown. base: the row on which the
    form was opened; None where unknown. parts: of the row, such as its hours, that the
    form shows as they are stored, and not as they were typed."""

    sentence: str
    changes: list[Change] = field(default_factory=list)
    base: Content | None = None
    parts: frozenset[str] = frozenset()


def state(item: Item, draft: RowDraft | None) -> str:
    """What a form is opened on. draft: the one that waits beside the row."""
    return f"{draft_changes.content_digest(_content(item))}." + (
        draft_changes.digest(draft) if draft else ""
    )


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
    row_read, _, draft_read = request.POST.get(READ, "").partition(".")
    row_now, _, draft_now = state(item, draft).partition(".")
    if row_read != row_now:
        base = _version(item, row_read)
        return _of_row(item, base, request.user, is_continued=is_continued)
    if (is_continued or is_kept) and draft_read != draft_now:
        return _of_draft(item, draft, request.user, is_continued=is_continued)
    return None


def _of_row(
    item: Item, base: Version | None, reader: Any, *, is_continued: bool
) -> Conflict:
    now = _content(item)
    versions = Version.objects.select_related("by", "delivery")
    who = _who(versions.filter(item=item.pk).first(), reader)
    sentence = f"{who} changed {item.name} {NOT_SAVED} {STILL_THERE}"
    every_part = frozenset(now) - {"fields"}
    if base is None:
        return Conflict(sentence, parts=every_part)
    new = Version(category=base.category, content=now)
    with timezone.override(item.property.zone):
        changes = difference.changes(base, new, difference.names_of([base, new]))
    changed = {name for name in every_part if now[name] != base.content.get(name)}
    # The parts of a draft have other ids than those of the row.
    parts = every_part if is_continued else frozenset(changed)
    return Conflict(sentence, changes, base.content, parts)


def _of_draft(
    item: Item, draft: RowDraft | None, reader: Any, *, is_continued: bool
) -> Conflict:
    """The row itself is as it was."""
    base = _content(item)
    parts = frozenset(base) - {"fields"} if is_continued else frozenset()
    if draft is None:
        gone = f"The draft of {item.name} was published or discarded {NOT_SAVED}"
        return Conflict(f"{gone} {STILL_THERE} {NO_DRAFT_NOW}", [], base, parts)
    who = _who(draft, reader)
    sentence = f"{who} changed the draft of {item.name} {NOT_SAVED} {STILL_THERE}"
    changes = draft_changes.changes([draft])[0]
    return Conflict(sentence, changes, None if is_continued else base, parts)


def typed(conflict: Conflict, request: HttpRequest, form_class: Any, item: Item) -> Any:
    """Values of the form's fields by name, without those that nobody has touched: they
    are shown as they are now."""
    instance = None
    if conflict.base is not None:
        instance = type(item)(pk=item.pk, property_id=item.property_id)
        snapshot.fill(instance, conflict.base)
    post, files = request.POST, request.FILES
    form = form_class(post, files, instance=instance)
    names = list(form.fields) if instance is None else form.changed_data
    widgets = {
        name: form.fields[name].widget
        for name in names
        if not isinstance(form.fields[name], forms.FileField)
    }
    return {
        name: widget.value_from_datadict(post, files, name)
        for name, widget in widgets.items()
        if not widget.value_omitted_from_data(post, files, name)
    }


def typed_lines(
    post: Mapping[str, Any], prefix: str, model: type[models.Model]
) -> list[str]:
    """What stood in the lines of a part, such as "Friday, 5:00 PM, 10:00 PM"."""
    count = post.get(f"{prefix}-TOTAL_FORMS", "")
    numbers = range(min(int(count), MOST_VERSIONS)) if count.isdecimal() else ()
    lines = (list(_line(post, f"{prefix}-{number}-", model)) for number in numbers)
    return [", ".join(cells) for cells in lines if len(cells) > 1]


def _line(
    post: Mapping[str, Any], start: str, model: type[models.Model]
) -> Iterator[str]:
    """The filled cells; none of a line that was to be deleted."""
    if f"{start}DELETE" in post:
        return
    for key, text in post.items():
        name = key.removeprefix(start)
        if key == name or not text.strip() or name == "id":
            continue
        column = _column(model, name)
        if column is None or not column.is_relation:
            choices = dict(column.flatchoices) if column is not None else {}
            yield str(next((v for k, v in choices.items() if str(k) == text), text))


def _column(model: type[models.Model], name: str) -> Any:
    """None for one half of a day and a time."""
    try:
        return model._meta.get_field(name)
    except FieldDoesNotExist:
        return None


def _content(item: Item) -> Content:
    """Of the row as it is stored now."""
    return snapshot.read(snapshot.load([item])[item.pk])


def _version(item: Item, digest: str) -> Version | None:
    """The row with this digest, which its history has kept before it was changed."""
    rows = Version.objects.filter(item=item.pk)[:MOST_VERSIONS]
    digests = ((row, draft_changes.content_digest(row.content)) for row in rows)
    return next((row for row, own in digests if own == digest), None)


def _who(change: Version | RowDraft | None, reader: Any) -> str:
    if change is None or (change.by is None and change.delivery is None):
        return "Somebody"
    if change.by is None:
        return "An import"
    return "You" if change.by == reader else str(change.by)
