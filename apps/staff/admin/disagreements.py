"""Where documents and rows say different things, for staff to put right."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import action, display

from apps.knowledge.disagreements import findings
from apps.knowledge.models import Disagreement
from apps.properties import access
from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin, PropertyFilter, ReadOnly

LINK = '<a class="underline" href="{}">{}</a>'
QUOTED = f"{LINK}<br>“{{}}”"
COLOURS = {"Open": "danger", "Both are right": "info", "Settled": "success"}


@admin.register(Disagreement)
class DisagreementAdmin(Scoped, ReadOnly, ModelAdmin):
    list_display = ("kind_label", "document_words", "row_words", "found_at", "state")
    list_display_links = None
    list_filter = (
        ("settled_at", admin.EmptyFieldListFilter),
        ("accepted_at", admin.EmptyFieldListFilter),
        "kind",
        PropertyFilter,
    )
    list_select_related = ("property", "document__property", "item", "accepted_by")
    actions = ("accept",)
    list_per_page = 50

    @display(description="What")
    def kind_label(self, row: Disagreement) -> str:
        return str(row.get_kind_display())

    @display(description="The document says")
    def document_words(self, row: Disagreement) -> SafeString:
        """With a link to the page on which the sentence is marked."""
        document = row.document
        page = reverse("document", args=[document.property.slug, document.public_id])
        url = f"{page}?sentence={row.sentence_number}#marked"
        where = f"{document.title}, page {row.page}" if row.page else document.title
        return format_html(QUOTED, url, where, row.of_document)

    @display(description="The row says")
    def row_words(self, row: Disagreement) -> SafeString:
        item = row.item.concrete
        name = f"admin:catalog_{item._meta.model_name}_change"
        return format_html(QUOTED, reverse(name, args=[item.pk]), item.name, row.of_row)

    @display(description="State", label=COLOURS)
    def state(self, row: Disagreement) -> str:
        if row.settled_at:
            return "Settled"
        return "Both are right" if row.accepted_at else "Open"

    def has_accept_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("knowledge.change_disagreement")

    @action(description="Both are right", permissions=["accept"])
    def accept(self, request: HttpRequest, rows: QuerySet[Disagreement]) -> None:
        count = findings.accept(rows, request.user)
        text = "They are shown again once one of the two changes."
        messages.success(request, f"{count} marked as right on both sides. {text}")


def open_count(request: HttpRequest) -> str | None:
    """For the sidebar; None when there is none."""
    user: Any = request.user
    count = access.mine(Disagreement.objects.open(), user).count()
    return str(count) if count else None
