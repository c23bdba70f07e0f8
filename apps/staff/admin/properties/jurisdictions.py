"""Jurisdictions and their helplines."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import DateField, TextField
from django.http import HttpRequest
from unfold.admin import StackedInline
from unfold.widgets import UnfoldAdminTextareaWidget

from apps.properties import helpline_changes
from apps.properties.model_admin import ChangedByAllProperties, ModelAdmin
from apps.properties.models import Helpline, Jurisdiction
from apps.staff.admin.form_fields import BoundedDateField
from apps.staff.admin.properties.record_changes import RecordsChanges


class HelplineInline(ChangedByAllProperties, StackedInline):
    model = Helpline
    formfield_overrides = {DateField: {"form_class": BoundedDateField}}
    fields = (
        ("purpose", "name"),
        ("phone", "vanity"),
        ("takes_texts", "position"),
        ("website", "note"),
        ("source", "verified_on"),
    )
    extra = 0


@admin.register(Jurisdiction)
class JurisdictionAdmin(RecordsChanges, ChangedByAllProperties, ModelAdmin):
    """Guests of every property in the jurisdiction see its helplines."""

    history_filter = "jurisdiction__id__exact"
    inlines = (HelplineInline,)
    list_display = ("name", "code", "gaming_age")
    search_fields = ("name", "code")
    warn_unsaved_form = True
    formfield_overrides = {
        TextField: {"widget": UnfoldAdminTextareaWidget(attrs={"rows": 3})}
    }
    fields = (
        ("name", "code"),
        "gaming_age",
        "minors_may",
        "minors_may_not",
        "source",
    )

    def save_formset(
        self, request: HttpRequest, form: Any, formset: Any, change: bool
    ) -> None:
        """A changed helpline waits for a second person, if there is one."""
        if not helpline_changes.approvers(request.user).exists():
            super().save_formset(request, form, formset, change)
            return
        lines = formset.save(commit=False)
        for line in [*lines, *formset.deleted_objects]:
            is_deletion = line in formset.deleted_objects
            helpline_changes.propose(line, request.user, is_deletion=is_deletion)
            text = f"{line.name}: guests see the change when a colleague approves it."
            self.message_user(request, text, messages.WARNING)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes helplines alone by deleting their jurisdiction.

        Asked of each row, also by the action; the sidebar asks without one.
        """
        may = bool(super().has_delete_permission(request, obj))
        if obj is None:
            return may
        return may and not helpline_changes.approvers(request.user).exists()
