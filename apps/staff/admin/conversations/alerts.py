"""Guests who may need a person now. Staff mark an alert as seen once they act.

The list has a row for each conversation: its newest unseen alert, or its newest one.
The row names all kinds of its alerts. It shows the gravest message first, then that of
another danger, and the newest one after them.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Exists, F, OuterRef, QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import pluralize
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from unfold.decorators import action, display
from unfold.views import ChangeList

from apps.conversations.models import Alert, Message
from apps.privacy.redaction import redact
from apps.properties import access, local_times
from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin, PropertyFilter, ReadOnly

KIND_COLOURS = {
    Alert.Kind.EMERGENCY: "danger",
    Alert.Kind.CRISIS: "danger",
    Alert.Kind.WORRY: "warning",
    Alert.Kind.CODES: "warning",
}
GRAVEST_FIRST = (
    Alert.Kind.EMERGENCY,
    Alert.Kind.CRISIS,
    Alert.Kind.WORRY,
    Alert.Kind.CODES,
)
DANGERS = (Alert.Kind.EMERGENCY, Alert.Kind.CRISIS)
UNSEEN_FIRST = (F("seen_at").asc(nulls_first=True), "-created_at")
MOST_SHOWN_CHARS = 200
BREAK = mark_safe("<br>")
# Those who read conversations read what the guest wrote, redacted as it is there.
READ_WORDS = ("conversations.view_conversation", "conversations.view_message")
WORDS = ("gravest_words", "all_words")


class ConversationList(ChangeList):
    """Each conversation once, whichever of its alerts pass the filters."""

    def get_queryset(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        rows = super().get_queryset(request, *args, **kwargs)
        if request.method == "POST":
            return rows  # an alert that came meanwhile displaces none that was shown
        shown = rows.order_by("conversation_id", *UNSEEN_FIRST, "-pk")
        return rows.filter(pk__in=shown.distinct("conversation_id").values("pk"))


@admin.register(Alert)
class AlertAdmin(Scoped, ReadOnly, ModelAdmin):
    list_display = (
        "kind_label",
        "gravest_words",
        "alert_count",
        "property",
        "time",
        "conversation_link",
        "seen_by_name",
    )
    list_filter = (("seen_at", admin.EmptyFieldListFilter), "kind", PropertyFilter)
    list_select_related = ("property", "seen_by", "conversation")
    ordering = UNSEEN_FIRST
    fields = (
        "kind",
        "all_words",
        "property",
        "conversation_link",
        "raised_time",
        "seen_time",
        "seen_by",
    )
    actions = ("mark_as_seen",)
    list_per_page = 50

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return ConversationList

    def get_queryset(self, request: HttpRequest) -> QuerySet[Alert]:
        rows: QuerySet[Alert] = super().get_queryset(request)
        return rows.prefetch_related("conversation__alerts__turn__messages")

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        return _readable(request, self.list_display)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return _readable(request, self.fields)

    @display(description="Kind", label=KIND_COLOURS, ordering="kind")
    def kind_label(self, alert: Alert) -> tuple[str, str]:
        firsts = _first_of_each_kind(alert)
        names = (str(row.get_kind_display()) for row in firsts)
        return firsts[0].kind, ", ".join(names)

    @display(description="What the guest wrote")
    def gravest_words(self, alert: Alert) -> SafeString:
        """And what came last: its newest message may say that all is well."""
        gravest, *lesser = _first_of_each_kind(alert)
        shown = [gravest, *(row for row in lesser if row.kind in DANGERS)]
        newest = _siblings(alert)[-1]
        lines = [_guest_words(row) for row in shown]
        if newest not in shown:
            lines.append(f"Later: {_guest_words(newest)}")
        return format_html_join(BREAK, "{}", ((line,) for line in lines))

    @display(description="What the guest wrote")
    def all_words(self, alert: Alert) -> SafeString:
        """In all alerts of the conversation, in the order of their messages."""
        lines = (
            (
                local_times.say_with_zone(row.created_at, alert.property),
                row.get_kind_display(),
                _guest_words(row),
            )
            for row in _siblings(alert)
        )
        return format_html_join("", "<p>{} ({}): {}</p>", lines)

    @display(description="Alerts")
    def alert_count(self, alert: Alert) -> str:
        siblings = _siblings(alert)
        count = len(siblings)
        unseen_count = sum(row.seen_at is None for row in siblings)
        text = f"{count} alert{pluralize(count)}"
        return f"{text}, {unseen_count} unseen" if unseen_count else text

    @display(description="Latest", ordering="created_at")
    def time(self, alert: Alert) -> str:
        return local_times.say_with_zone(alert.created_at, alert.property)

    @display(description="Raised at")
    def raised_time(self, alert: Alert) -> str:
        return local_times.say_with_zone(alert.created_at, alert.property)

    @display(description="Seen at")
    def seen_time(self, alert: Alert) -> str:
        return local_times.say_with_zone(alert.seen_at, alert.property)

    @display(description="Conversation")
    def conversation_link(self, alert: Alert) -> str:
        if alert.conversation.forgotten_at:
            return "Erased by the guest"
        url = reverse(
            "admin:conversations_conversation_change", args=[alert.conversation_id]
        )
        return format_html('<a class="underline" href="{}">Open</a>', url)

    @display(description="Seen by")
    def seen_by_name(self, alert: Alert) -> str:
        return str(alert.seen_by) if alert.seen_by else "-"

    def has_mark_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("conversations.change_alert")

    @action(description="Mark as seen by me", permissions=["mark"])
    def mark_as_seen(self, request: HttpRequest, rows: QuerySet[Alert]) -> None:
        """With the earlier alerts of its conversation; not those that came since."""
        later = rows.order_by().filter(
            conversation=OuterRef("conversation"), pk__gte=OuterRef("pk")
        )
        unseen_rows = Alert.objects.filter(Exists(later), seen_at=None)
        count = unseen_rows.update(seen_at=timezone.now(), seen_by=request.user)
        self.message_user(request, f"{count} marked as seen.", messages.SUCCESS)


def unseen_count(request: HttpRequest) -> str | None:
    """Conversations with an unseen alert, for the sidebar; None when there is none."""
    unseen_rows = access.mine(Alert.objects.filter(seen_at=None), request.user)
    count = unseen_rows.order_by().values("conversation").distinct().count()
    return str(count) if count else None


def _siblings(alert: Alert) -> list[Alert]:
    """All alerts of its conversation, the oldest first."""
    return sorted(alert.conversation.alerts.all(), key=lambda row: row.created_at)


def _first_of_each_kind(alert: Alert) -> list[Alert]:
    """Of the conversation's unseen alerts, the gravest kind first; of all, if all are
    seen."""
    siblings = _siblings(alert)
    unseen = [row for row in siblings if row.seen_at is None]
    firsts = {row.kind: row for row in reversed(unseen or siblings)}
    return [firsts[kind] for kind in GRAVEST_FIRST if kind in firsts]


def _guest_words(alert: Alert) -> str:
    words = " ".join(
        redact(message.text)
        for message in alert.turn.messages.all()
        if message.role == Message.Role.GUEST
    )
    return Truncator(words).chars(MOST_SHOWN_CHARS) or "-"


def _readable(request: HttpRequest, names: tuple[str, ...]) -> tuple[str, ...]:
    if request.user.has_perms(READ_WORDS):
        return names
    return tuple(name for name in names if name not in WORDS)
