"""What guests asked and what they were told, to read and not to change."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import display

from apps.catalog import hours_words
from apps.conversations.models import Conversation, Message


class ReadOnly:
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class MessageInline(ReadOnly, TabularInline):
    model = Message
    fields = readonly_fields = ("created_at", "role", "kind", "text")
    verbose_name_plural = "What was said"
    hide_title = True


@admin.register(Conversation)
class ConversationAdmin(ReadOnly, ModelAdmin):
    inlines = (MessageInline,)
    list_display = ("first_words", "property", "channel", "questions", "began")
    list_filter = ("property", "channel", "language")
    list_select_related = ("property",)
    search_fields = ("id", "messages__text")
    ordering = ("-created_at",)
    fields = ("id", "property", "channel", "language", "created_at", "last_message_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conversation]:
        rows: QuerySet[Conversation] = super().get_queryset(request)
        return rows.annotate(
            asked=Count(
                "messages", filter=Q(messages__role=Message.Role.GUEST), distinct=True
            )
        ).prefetch_related("messages")

    @display(description="First words")
    def first_words(self, conversation: Conversation) -> str:
        said = next(iter(conversation.messages.all()), None)
        return said.text[:80] if said else "Nothing was said yet"

    @display(description="Questions", ordering="asked")
    def questions(self, conversation: Conversation) -> int:
        asked: int = getattr(conversation, "asked", 0)
        return asked

    @display(description="Began", ordering="created_at")
    def began(self, conversation: Conversation) -> str:
        local = conversation.created_at.astimezone(conversation.property.zone)
        return f"{hours_words.say_day(local.date())} at {hours_words.say_time(local)}"
