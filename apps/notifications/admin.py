"""What staff are told of, and the log of what was sent."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest
from unfold.decorators import action, display

from apps.notifications import collection, recipients
from apps.notifications.models import Notification, Subscription
from apps.notifications.subscription_form import SubscriptionForm
from apps.notifications.topics import Topic
from apps.properties import access, local_times
from apps.properties.access import Scoped
from apps.properties.local_times import LocalTimeForms
from apps.properties.model_admin import ModelAdmin, PropertyFilter, ReadOnly

FOR_OTHERS = "notifications.choose_for_others"
STATUS_COLOURS = {
    "pending": "info",
    "claimed": "info",
    "sent": "success",
    "failed": "danger",
    "withheld": "warning",
}
OF_OTHERS = ("channel", "user", "role", "webhook_url")
TEST_ON_ITS_WAY = "A test is on its way. “Notifications” shows what becomes of it."
NO_RECIPIENT = "Nobody would get a test: the account, or everybody with the role, "
NO_RECIPIENT += "lacks an e-mail address."


@admin.register(Subscription)
class SubscriptionAdmin(Scoped, ModelAdmin):
    """Staff choose for themselves; for others, who may."""

    form = SubscriptionForm
    list_display = ("recipient", "channel", "property", "topic_names", "quiet", "is_on")
    list_display_links = ("recipient",)
    list_filter = (PropertyFilter, "channel", "is_active")
    list_select_related = ("property", "user", "role")
    list_per_page = 50
    fields = (
        "property",
        "channel",
        "user",
        "role",
        "webhook_url",
        "topics",
        ("quiet_from", "quiet_until"),
        "is_active",
    )
    actions_submit_line = ("send_test",)

    def get_queryset(self, request: HttpRequest) -> Any:
        rows = super().get_queryset(request)
        if request.user.has_perm(FOR_OTHERS):
            return rows
        return rows.filter(user=request.user)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if request.user.has_perm(FOR_OTHERS):
            return self.fields
        return tuple(name for name in self.fields if not _is_of_others(name))

    def get_form(self, request: HttpRequest, obj: Any = None, **options: Any) -> Any:
        """Who works for some properties chooses among them, and not all."""
        form = super().get_form(request, obj, **options)
        form.reader = request.user
        if field := form.base_fields.get("property"):
            field.required = not access.has_all_properties(request.user)
        return form

    def formfield_for_foreignkey(
        self, db_field: Any, request: HttpRequest, **options: Any
    ) -> Any:
        if db_field.name == "user":
            options["queryset"] = recipients.colleagues(request.user)
        return super().formfield_for_foreignkey(db_field, request, **options)

    @action(description="Save and send a test")
    def send_test(self, request: HttpRequest, subscription: Subscription) -> None:
        if collection.add_test(subscription):
            messages.success(request, TEST_ON_ITS_WAY)
        else:
            messages.warning(request, NO_RECIPIENT)

    @display(description="Who")
    def recipient(self, subscription: Subscription) -> str:
        return subscription.recipient_name()

    @display(description="Told of")
    def topic_names(self, subscription: Subscription) -> str:
        return "; ".join(Topic(topic).label for topic in subscription.topics)

    @display(description="Quiet hours")
    def quiet(self, subscription: Subscription) -> str:
        begin, end = subscription.quiet_from, subscription.quiet_until
        return f"{begin:%H:%M} to {end:%H:%M}" if begin and end else "-"

    @display(description="On", boolean=True, ordering="is_active")
    def is_on(self, subscription: Subscription) -> bool:
        return subscription.is_active


@admin.register(Notification)
class NotificationAdmin(Scoped, ReadOnly, LocalTimeForms, ModelAdmin):
    """The log. It holds no address and no words of a guest."""

    list_display = (
        "topic",
        "who",
        "channel",
        "property",
        "status_label",
        "problem",
        "due",
        "sent_at",
    )
    list_filter = ("status", "topic", "channel", PropertyFilter)
    list_select_related = ("property", "user", "subscription__role")
    list_per_page = 50
    fields = (
        ("topic", "property"),
        ("who", "channel"),
        ("status", "problem", "attempts"),
        ("created_at", "due", "sent_at"),
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        rows = super().get_queryset(request)
        if request.user.has_perm(FOR_OTHERS):
            return rows
        return rows.filter(user=request.user)

    @display(description="Who")
    def who(self, notification: Notification) -> str:
        return str(notification.user or "A channel")

    @display(description="Status", ordering="status", label=STATUS_COLOURS)
    def status_label(self, notification: Notification) -> tuple[str, str]:
        return notification.status, notification.get_status_display()

    @display(description="Next attempt")
    def due(self, notification: Notification) -> str:
        if notification.status != Notification.Status.PENDING:
            return "-"
        return local_times.say(notification.next_attempt_at, notification.property)


def _is_of_others(name: str | tuple[str, ...]) -> bool:
    names = (name,) if isinstance(name, str) else name
    return not set(names).isdisjoint(OF_OTHERS)
