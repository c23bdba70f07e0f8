"""Drafts and rows that staff can be notified of (`apps.notifications.sources`)."""

from __future__ import annotations

from django.urls import reverse

from apps.notifications.sources import Source, page_of
from apps.notifications.topics import Topic
from apps.staff.drafts import held_rows, row_drafts
from apps.staff.models import RowDraft


def _page(draft_id: str) -> str:
    draft = RowDraft.objects.filter(pk=draft_id).first()
    return reverse("row-draft", args=[draft.item_id]) if draft else reverse("drafts")


OF_DRAFTS = (
    Source(
        Topic.DRAFT,
        row_drafts.waiting_for_second_person,
        "catalog.change_item",
        _page,
        noticed_at="updated_at",
        author_path="by_id",
    ),
    Source(
        Topic.HELD_ROW,
        held_rows.waiting,
        "catalog.change_item",
        page_of("row-draft"),
        noticed_at="held_at",
        author_path="held_by_id",
    ),
)
