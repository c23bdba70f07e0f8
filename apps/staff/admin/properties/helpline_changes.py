"""Changes of the numbers for guests in need, which a second person approves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from unfold.decorators import display

from apps.properties import access, helpline_changes
from apps.properties.access import OfAll
from apps.properties.model_admin import ModelAdmin, ReadOnly
from apps.properties.models import HelplineChange

PERMISSION = "properties.change_helpline"
COLOURS = {"Waiting": "warning", "Approved": "success", "Refused": "danger"}
Changes = QuerySet[HelplineChange]


@admin.register(HelplineChange)
class HelplineChangeAdmin(OfAll, ReadOnly, ModelAdmin):
    list_display = (
        "proposed_at",
        "proposed_by",
        "jurisdiction",
        "__str__",
        "changed_values",
        "state_label",
        "decided_by",
        "decided_at",
    )
    list_display_links = None
    list_filter = ("state",)
    list_select_related = ("proposed_by", "decided_by", "jurisdiction")
    list_per_page = 50
    actions = ("approve", "refuse")

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Who may propose may decide, too, but not on the own proposal."""
        may = request.user.has_perm(PERMISSION)
        return may and access.has_all_properties(request.user)

    @display(description="Changes")
    def changed_values(self, change: HelplineChange) -> SafeString:
        lines = (
            (_label(change, field), *_texts(change, field, pair))
            for field, pair in change.values.items()
        )
        line = "<p>{}: <del>{}</del> <ins>{}</ins></p>"
        return format_html_join("", line, lines)

    @display(description="State", label=COLOURS)
    def state_label(self, change: HelplineChange) -> str:
        return str(change.get_state_display())

    @admin.action(description="Approve", permissions=["decide"])
    def approve(self, request: HttpRequest, queryset: Changes) -> None:
        self._decide(request, queryset, helpline_changes.approve, "approved")

    @admin.action(description="Refuse", permissions=["decide"])
    def refuse(self, request: HttpRequest, queryset: Changes) -> None:
        self._decide(request, queryset, helpline_changes.refuse, "refused")

    def _decide(
        self,
        request: HttpRequest,
        rows: Changes,
        decide: Callable[[int, Any], None],
        outcome: str,
    ) -> None:
        for change in rows.order_by("id"):
            try:
                decide(change.pk, request.user)
            except helpline_changes.UndecidableError as error:
                self.message_user(request, str(error), messages.ERROR)
            else:
                self.message_user(request, f"{change}: {outcome}.")


def waiting_count(request: HttpRequest) -> str | None:
    """For the sidebar; None when there is none."""
    waiting = HelplineChange.objects.filter(state=HelplineChange.State.WAITING)
    return str(waiting.count() or "") or None


def _texts(change: HelplineChange, field: str, pair: list[Any]) -> list[str]:
    return [helpline_changes.text(change, field, value) for value in pair]


def _label(change: HelplineChange, field: str) -> str:
    return str(helpline_changes.column(change, field).verbose_name).capitalize()
