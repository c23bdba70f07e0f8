"""Properties: facts, concierge settings and colours."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.postgres.fields import ArrayField
from django.db.models import DateField, TextField
from django.http import HttpRequest
from django.utils.safestring import SafeString
from unfold.decorators import display
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminColorInputWidget,
    UnfoldAdminTextareaWidget,
)

from apps.properties import access, helpline_changes
from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin
from apps.properties.models import Property
from apps.staff.admin.form_fields import BoundedDateField, CommaSeparatedField
from apps.staff.admin.properties import features
from apps.staff.admin.properties.record_changes import RecordsChanges

# Where the emergency phone is empty, the phone is the number of guests in danger.
TWO_PEOPLE = (
    "A change waits until a colleague of all properties approves it; where this is "
    "empty, so does a change of the phone."
)
TWO_PEOPLE_FOR_LAW = (
    "Guests in need are given its helplines: a change waits until a colleague of all "
    "properties approves it."
)
APPROVED = "when a colleague of all properties approves it."
HELD = f"guests are given the new number {APPROVED}"
LAW_HELD = f"the new jurisdiction holds, with its helplines, {APPROVED}"


class LanguagesField(forms.MultipleChoiceField):
    """Checkboxes instead of language codes."""

    widget = UnfoldAdminCheckboxSelectMultipleWidget

    def __init__(self, **kwargs: Any) -> None:
        supported = ("required", "label", "help_text", "initial")
        options = {key: kwargs[key] for key in supported if key in kwargs}
        super().__init__(choices=settings.LANGUAGES, **options)


@admin.register(Property)
class PropertyAdmin(RecordsChanges, Scoped, ModelAdmin):
    form = features.form_class()
    history_filter = "property"
    property_path = "pk"
    list_display = ("name", "location", "phone", "bot_mode", "jurisdiction")
    list_filter = ("bot_mode", "jurisdiction")
    search_fields = ("name", "location")
    prepopulated_fields = {"slug": ("name",)}
    warn_unsaved_form = True
    formfield_overrides = {
        DateField: {"form_class": BoundedDateField},
        ArrayField: {"form_class": LanguagesField},
        TextField: {"widget": UnfoldAdminTextareaWidget(attrs={"rows": 4})},
    }
    fieldsets = (
        (
            "Facts",
            {
                "fields": (
                    ("name", "slug"),
                    "about",
                    "location",
                    ("latitude", "longitude"),
                    ("phone", "website"),
                    ("phone_hours", "security_phone"),
                    "booking_link",
                    ("time_zone", "jurisdiction"),
                )
            },
        ),
        (
            "Concierge",
            {
                "fields": (
                    ("bot_mode", "approval_minutes"),
                    "languages",
                    "daily_cap",
                    "widget_origins",
                )
            },
        ),
        (
            "Privacy",
            {
                "description": "How long the words of guests are kept. They read it "
                "on the page about privacy.",
                "fields": (
                    "privacy_url",
                    ("keep_conversations_days", "keep_facts_days"),
                    ("keep_guests_days", "keep_texts_days"),
                    ("keep_requests_days", "keep_bookings_days"),
                ),
            },
        ),
        features.fieldset(),
        (
            "Look",
            {"fields": (("brand", "brand_night"), ("stone", "horizon"))},
        ),
        ("Source", {"fields": ("source", "as_of")}),
    )

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """A slug that a link brings is not made from the name again."""
        return {} if "slug" in request.GET else self.prepopulated_fields

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Without checkboxes for those who may only look."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or self.has_change_permission(request, obj):
            return fieldsets
        name, _ = features.fieldset()
        lines = (name, {"fields": ("feature_lines",)})
        return [lines if row[0] == name else row for row in fieldsets]

    @display(description="Features")
    def feature_lines(self, place: Property) -> SafeString:
        return features.lines(place)

    def save_model(
        self, request: HttpRequest, obj: Property, form: Any, change: bool
    ) -> None:
        held = helpline_changes.hold_numbers(obj, request.user)
        super().save_model(request, obj, form, change)
        features.save(form, obj, request.user)
        for text in _held_texts(held):
            self.message_user(request, f"{obj}: {text}", messages.WARNING)

    def get_form(
        self, request: HttpRequest, obj: Any = None, *args: Any, **options: Any
    ) -> Any:
        """Says of which fields a second person approves a change."""
        form = super().get_form(request, obj, *args, **options)
        if obj and helpline_changes.approvers(request.user).exists():
            for name, help_text in _help_texts(obj).items():
                if field := form.base_fields.get(name):
                    field.help_text = f"{field.help_text} {help_text}".strip()
        return form

    def has_add_permission(self, request: HttpRequest) -> bool:
        has_permission = super().has_add_permission(request)
        return has_permission and access.has_all_properties(request.user)

    def has_delete_permission(
        self, request: HttpRequest, obj: Property | None = None
    ) -> bool:
        """Deletes its conversations, history and assignments too."""
        return bool(request.user.is_superuser)

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "widget_origins":
            kwargs["form_class"] = CommaSeparatedField
        if db_field.name == "privacy_url":
            kwargs["assume_scheme"] = "https"
        if db_field.name in {"brand", "brand_night"}:
            kwargs["widget"] = UnfoldAdminColorInputWidget()
        return super().formfield_for_dbfield(db_field, request, **kwargs)


def _held_texts(fields: list[str]) -> list[str]:
    """What a change of these fields waits for."""
    is_law_alone = fields == [helpline_changes.JURISDICTION]
    texts = [HELD] if fields and not is_law_alone else []
    return [*texts, LAW_HELD] if helpline_changes.JURISDICTION in fields else texts


def _help_texts(place: Property) -> dict[str, str]:
    """By field, with a sentence for each value that waits."""
    phones = {helpline_changes.EMERGENCY_PHONE, "phone"}
    law = helpline_changes.JURISDICTION
    return {
        helpline_changes.EMERGENCY_PHONE: " ".join(
            [TWO_PEOPLE, *_waiting(place, phones)]
        ),
        law: " ".join([TWO_PEOPLE_FOR_LAW, *_waiting(place, {law})]),
    }


def _waiting(place: Property, fields: set[str]) -> list[str]:
    return [
        f"{helpline_changes.text(change, field, new) or 'Empty'} waits, proposed by "
        f"{change.proposed_by or 'nobody'}."
        for change in helpline_changes.waiting_numbers(place)
        for field, (old, new) in change.values.items()
        if field in fields and old != new
    ]
