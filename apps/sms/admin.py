"""Texts that came in and went out, and why some did not; our numbers and hours.

Guests' words are redacted, and their numbers masked for staff who may not see them.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.db.models import BooleanField, Value
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.decorators import display

from apps.privacy.redaction import redact
from apps.properties.access import Scoped
from apps.properties.local_times import LocalTimeForms
from apps.properties.model_admin import (
    ChangedByAllProperties,
    ModelAdmin,
    PropertyFilter,
    ReadOnly,
)
from apps.sms import phone_numbers
from apps.sms.models import InboundText, OutboundText, SendingHours, SmsNumber
from apps.sms.outgoing import begun_texts
from apps.sms.outgoing.begun_texts import BeginForm

MAY_SEE_NUMBERS = "sms.reveal_numbers"
MAY_BEGIN = "sms.add_outboundtext"
SHOWN_CHARS = 120
OUTBOUND_COLOURS = {
    "pending": "info",
    "claimed": "info",
    "delivered": "success",
    "failed": "danger",
    "withheld": "warning",
}


class TextAdmin(Scoped, ReadOnly, LocalTimeForms, ModelAdmin):
    """What both lists share. `guests_number` names the field with the number."""

    guests_number = ""
    list_select_related = ("property",)
    list_per_page = 50
    list_display_links = ("words",)

    def get_queryset(self, request: HttpRequest) -> Any:
        """With a mark on each row: an admin is shared by all requests."""
        rows = super().get_queryset(request)
        may_see = request.user.has_perm(MAY_SEE_NUMBERS)
        return rows.annotate(may_see_number=_constant(may_see))

    @display(description="Guest")
    def guest(self, text: Any) -> str:
        number = getattr(text, self.guests_number)
        if getattr(text, "may_see_number", False):
            return number or "-"
        return phone_numbers.masked(number) or "-"

    @display(description="Words")
    def words(self, text: Any) -> str:
        return redact(text.body)[:SHOWN_CHARS] or "-"

    @display(description="Words")
    def all_words(self, text: Any) -> str:
        return redact(text.body) or "-"

    @display(description="Conversation")
    def conversation(self, text: Any) -> str:
        if text.conversation_id is None:
            return "-"
        name = "admin:conversations_conversation_change"
        url = reverse(name, args=[text.conversation_id])
        return format_html('<a class="underline" href="{}">Open</a>', url)


@admin.register(InboundText)
class InboundTextAdmin(TextAdmin):
    guests_number = "from_number"
    list_display = ("words", "guest", "property", "status", "reason", "received_at")
    list_filter = ("status", PropertyFilter, "is_call")
    ordering = ("-received_at",)
    fields = (
        "property",
        "guest",
        "all_words",
        ("media_count", "is_call"),
        ("status", "reason"),
        "conversation",
        "received_at",
    )


@admin.register(OutboundText)
class OutboundTextAdmin(TextAdmin):
    guests_number = "to_number"
    list_display = (
        "words",
        "guest",
        "property",
        "status_label",
        "why",
        "segments",
        "created_at",
    )
    list_filter = ("status", "kind", PropertyFilter)
    ordering = ("-created_at",)
    fields = (
        ("property", "kind"),
        "guest",
        "all_words",
        ("segments", "attempts"),
        ("status", "why"),
        "conversation",
        ("created_at", "next_attempt_at", "sent_at"),
    )

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Staff may begin a text where the door is open; nobody changes one."""
        return settings.SMS_ENABLED and request.user.has_perm(MAY_BEGIN)

    def get_form(self, request: HttpRequest, obj: Any = None, **options: Any) -> Any:
        options |= {} if obj else {"form": BeginForm}
        return super().get_form(request, obj, **options)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return super().get_fields(request, obj) if obj else BeginForm.Meta.fields

    def save_model(
        self, request: HttpRequest, obj: OutboundText, form: Any, change: bool
    ) -> None:
        """Consent and quiet hours are asked for by the outbox, here as everywhere."""
        row = begun_texts.send(
            obj.property, obj.to_number, obj.body, now=timezone.now()
        )
        obj.pk, obj.reason_not_sent = row.pk, row.reason_not_sent

    def response_add(
        self, request: HttpRequest, obj: OutboundText, post_url_continue: Any = None
    ) -> HttpResponse:
        reason = obj.reason_not_sent
        text = f"It is not sent: {reason}." if reason else "The message is on its way."
        level = messages.WARNING if reason else messages.SUCCESS
        self.message_user(request, text, level)
        return redirect("admin:sms_outboundtext_changelist")

    @display(description="Status", ordering="status", label=OUTBOUND_COLOURS)
    def status_label(self, text: OutboundText) -> tuple[str, str]:
        return text.status, text.get_status_display()

    @display(description="Why not")
    def why(self, text: OutboundText) -> str:
        """Staff read why something was not sent: “quiet hours until 9:00 AM”."""
        return redact(text.reason_not_sent or text.error) or "-"


@admin.register(SmsNumber)
class SmsNumberAdmin(Scoped, ModelAdmin):
    list_display = ("number", "property")
    list_filter = (PropertyFilter,)
    fields = ("property", "number")


@admin.register(SendingHours)
class SendingHoursAdmin(ChangedByAllProperties, ModelAdmin):
    list_display = ("region", "weekday", "opens_at", "closes_at", "source")
    list_filter = ("region", "weekday")
    fields = (
        ("region", "weekday"),
        ("opens_at", "closes_at"),
        "area_codes",
        "source",
    )


def _constant(value: bool) -> Value:
    return Value(value, output_field=BooleanField())
