"""Conversations with their messages, answers and feedback, read-only."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.admin import TabularInline
from unfold.decorators import action, display

from apps.catalog.hours import formatting
from apps.conversations.models import Conversation, Feedback, Message, Turn
from apps.privacy.redaction import redact
from apps.properties.access import Scoped
from apps.properties.admin_mixins import ReadOnly
from apps.properties.model_admin import ModelAdmin
from apps.properties.property_filter import PropertyFilter
from apps.staff.admin.conversations import search

REVEALED = "is_revealed"
SENTIMENT_COLOURS = {"positive": "success", "negative": "danger", "neutral": "info"}


class MessageInline(ReadOnly, TabularInline):
    """Personal data is redacted unless somebody reveals it."""

    model = Message
    fields = readonly_fields = ("created_at", "role", "kind", "shown_text", "sources")
    verbose_name_plural = "Messages"
    hide_title = True
    is_revealed = False

    @display(description="Text")
    def shown_text(self, message: Message) -> str:
        is_answer = message.role == Message.Role.CONCIERGE  # redacted before storing
        is_plain = is_answer or self.is_revealed
        return message.text if is_plain else redact(message.text)

    @display(description="Sources")
    def sources(self, message: Message) -> str:
        return "; ".join(
            f"[{source['n']}] {source['title']}, {source['field_label']}"
            for source in message.citations
        )


class TurnInline(ReadOnly, TabularInline):
    """How each answer was made."""

    model = Turn
    fields = readonly_fields = (
        "outcome",
        "model_used",
        "tokens",
        "latency",
        "path",
        "review_link",
    )
    verbose_name_plural = "Turns"
    hide_title = True

    @display(description="Outcome")
    def outcome(self, turn: Turn) -> str:
        stopped = f", stopped by {turn.guardrail}" if turn.guardrail else ""
        return f"{turn.get_status_display()}, {turn.route or 'no route'}{stopped}"

    @display(description="Model")
    def model_used(self, turn: Turn) -> str:
        prompt = f", prompt {turn.prompt_hash[:8]}" if turn.prompt_hash else ""
        return f"{turn.provider or '-'}{prompt}"

    @display(description="Tokens in, out, cost")
    def tokens(self, turn: Turn) -> str:
        cost = f", ${turn.cost_micros / 1_000_000:.5f}" if turn.cost_micros else ""
        return f"{turn.input_tokens}, {turn.output_tokens}{cost}"

    @display(description="First word, total")
    def latency(self, turn: Turn) -> str:
        first = "-" if turn.first_token_ms is None else f"{turn.first_token_ms} ms"
        return f"{first}, {turn.duration_ms or 0} ms"

    @display(description="Review")
    def review_link(self, turn: Turn) -> SafeString:
        review = getattr(turn, "review", None)
        verdict = f"{review.get_verdict_display()}: " if review else ""
        url = reverse("review", args=[turn.pk])
        return format_html('{}<a class="underline" href="{}">Review</a>', verdict, url)

    @display(description="Path through the graph")
    def path(self, turn: Turn) -> str:
        return " > ".join(_step(node) for node in turn.nodes)


def _step(node: dict[str, Any]) -> str:
    """A node with its duration, what it searched for and the passages it retrieved."""
    metadata = node.get("metadata", {})
    questions = "".join(f"“{text}” " for text in metadata.get("questions", ()))
    passages = ", ".join(dict.fromkeys(metadata.get("passages", ())))
    suffix = f" ({questions}{passages})" if passages else ""
    return f"{node['node']} {node['duration_ms']:.0f} ms{suffix}"


class FeedbackInline(ReadOnly, TabularInline):
    model = Feedback
    fields = readonly_fields = ("rating", "reason", "comment", "created_at")
    verbose_name_plural = "Feedback"
    hide_title = True


class AttentionFilter(admin.SimpleListFilter):
    title = "needs attention"
    parameter_name = "attention"
    CONDITIONS: ClassVar[dict[str, tuple[str, Q]]] = {
        "unanswered": ("Unanswered", Q(messages__kind="notice", turns__guardrail="")),
        "in_part": ("Answered in part", Q(turns__is_in_part=True)),
        "stopped": ("Stopped by a guardrail", Q(turns__guardrail__gt="")),
        "failed": ("Failed", Q(turns__status=Turn.Status.FAILED)),
        "bad": ("Rated badly", Q(feedback__rating__lte=2)),
        "alert": ("Has an alert", Q(alerts__isnull=False)),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(key, name) for key, (name, _) in self.CONDITIONS.items()]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> QuerySet[Any] | None:
        if self.value() not in self.CONDITIONS:
            return None
        _, condition = self.CONDITIONS[str(self.value())]
        matching = Conversation.objects.filter(condition, is_from_guest=True)
        return queryset.filter(pk__in=matching.values("pk"))


@admin.register(Conversation)
class ConversationAdmin(Scoped, ReadOnly, ModelAdmin):
    """Redacted. Revealing personal data is logged."""

    inlines = (MessageInline, TurnInline, FeedbackInline)
    list_display = (
        "first_words",
        "property",
        "channel",
        "question_count",
        "sentiment_label",
        "started",
    )
    list_filter = (
        AttentionFilter,
        PropertyFilter,
        "channel",
        "is_from_guest",
        "language",
        "sentiment",
        "turns__guardrail",
    )
    list_select_related = ("property",)
    search_fields = ("id", "turns__reference", "messages__text")
    search_help_text = "Words, an ID or a reference"
    ordering = ("-created_at",)
    fields = ("id", "property", "channel", "language", "sentiment", "summary")
    list_per_page = 50
    actions_detail = ("reveal",)

    @action(
        description="Reveal personal data",
        url_path="reveal",
        permissions=["reveal"],
    )
    def reveal(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Shows the unredacted messages once, and logs who looked."""
        conversation = self.get_object(request, object_id)
        if conversation is None:
            raise Http404
        self.log_change(request, conversation, "Revealed personal data.")
        setattr(request, REVEALED, True)
        response: HttpResponse = self.changeform_view(request, object_id)
        return response

    def has_reveal_permission(
        self, request: HttpRequest, object_id: str | None = None
    ) -> bool:
        return bool(request.user.has_perm("conversations.reveal_conversation"))

    def get_inline_instances(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        inlines: list[Any] = super().get_inline_instances(request, obj)
        for inline in inlines:
            inline.is_revealed = getattr(request, REVEALED, False)
        return inlines

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conversation]:
        rows: QuerySet[Conversation] = super().get_queryset(request)
        questions = Message.objects.filter(
            conversation=OuterRef("pk"), role=Message.Role.GUEST
        )
        # A subquery counts for the rows of one page only.
        counts = questions.order_by().values("role").annotate(n=Count("pk")).values("n")
        rows = rows.annotate(questions=Coalesce(Subquery(counts), 0))
        return rows.prefetch_related("messages")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The search reads unredacted words, so it needs the permission to reveal them:
        prefixes would otherwise disclose redacted data letter by letter."""
        if not search_term:
            return queryset, False
        with_words = self.has_reveal_permission(request)
        rows = search.search(queryset, search_term, with_words=with_words)
        return rows, False

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        changelist = super().get_changelist_instance(request)
        if not self.has_reveal_permission(request):
            changelist.search_help_text = "An ID or a reference"
        return changelist

    @display(description="First words")
    def first_words(self, conversation: Conversation) -> str:
        message = next(iter(conversation.messages.all()), None)
        return redact(message.text)[:80] if message else "No messages yet"

    @display(description="Sentiment", ordering="sentiment", label=SENTIMENT_COLOURS)
    def sentiment_label(self, conversation: Conversation) -> str | tuple[str, str]:
        value = conversation.sentiment
        return (value, conversation.get_sentiment_display()) if value else ""

    @display(description="Questions", ordering="questions")
    def question_count(self, conversation: Conversation) -> int:
        count: int = getattr(conversation, "questions", 0)
        return count

    @display(description="Started", ordering="created_at")
    def started(self, conversation: Conversation) -> str:
        local = conversation.created_at.astimezone(conversation.property.zone)
        return f"{formatting.say_day(local.date())} at {formatting.say_time(local)}"
