"""What guests asked and what they were told, to read and not to change."""

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

from apps.catalog import hours_words
from apps.conversations.models import Conversation, Feedback, Message, Turn
from apps.privacy.redaction import redact
from apps.properties.access import Scoped
from apps.properties.admin_mixins import ReadOnly
from apps.properties.model_admin import ModelAdmin
from apps.properties.property_filter import PropertyFilter
from apps.staff.admin import conversation_search

REVEALED = "is_revealed"
MOODS = {"positive": "success", "negative": "danger", "neutral": "info"}


class MessageInline(ReadOnly, TabularInline):
    """What was said, without personal data unless somebody has asked to see it."""

    model = Message
    fields = readonly_fields = ("created_at", "role", "kind", "said", "sources_told")
    verbose_name_plural = "What was said"
    hide_title = True
    is_revealed = False

    @display(description="Text")
    def said(self, message: Message) -> str:
        is_ours = message.role == Message.Role.CONCIERGE  # redacted as it was said
        return message.text if is_ours or self.is_revealed else redact(message.text)

    @display(description="Sources")
    def sources_told(self, message: Message) -> str:
        return "; ".join(
            f"[{one['n']}] {one['title']}, {one['field_label']}"
            for one in message.citations
        )


class TurnInline(ReadOnly, TabularInline):
    """How every answer came about."""

    model = Turn
    fields = readonly_fields = ("way", "model_used", "tokens", "took", "path", "judged")
    verbose_name_plural = "How it was answered"
    hide_title = True

    @display(description="Kind")
    def way(self, turn: Turn) -> str:
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

    @display(description="First word, all")
    def took(self, turn: Turn) -> str:
        first = "-" if turn.first_token_ms is None else f"{turn.first_token_ms} ms"
        return f"{first}, {turn.duration_ms or 0} ms"

    @display(description="Review")
    def judged(self, turn: Turn) -> SafeString:
        review = getattr(turn, "review", None)
        said = f"{review.get_verdict_display()}: " if review else ""
        address = reverse("review", args=[turn.pk])
        return format_html('{}<a class="underline" href="{}">Review</a>', said, address)

    @display(description="Way through the graph")
    def path(self, turn: Turn) -> str:
        return " > ".join(_step(one) for one in turn.nodes)


def _step(node: dict[str, Any]) -> str:
    """A node with its time, and the passages that it found."""
    found = ", ".join(dict.fromkeys(node.get("metadata", {}).get("passages", ())))
    rows = f" ({found})" if found else ""
    return f"{node['node']} {node['duration_ms']:.0f} ms{rows}"


class FeedbackInline(ReadOnly, TabularInline):
    """What the guest thought of it."""

    model = Feedback
    fields = readonly_fields = ("rating", "reason", "comment", "created_at")
    verbose_name_plural = "What the guest thought of it"
    hide_title = True


class NeedFilter(admin.SimpleListFilter):
    """Conversations that somebody should look at."""

    title = "needs a look"
    parameter_name = "need"
    NEEDS: ClassVar[dict[str, tuple[str, Q]]] = {
        "unanswered": ("Unanswered", Q(messages__kind="notice", turns__guardrail="")),
        "stopped": ("Stopped by the gate", Q(turns__guardrail__gt="")),
        "failed": ("Failed", Q(turns__status=Turn.Status.FAILED)),
        "bad": ("Rated badly", Q(feedback__rating__lte=2)),
        "alert": ("Guest in need", Q(alerts__isnull=False)),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(key, name) for key, (name, _) in self.NEEDS.items()]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> QuerySet[Any] | None:
        if self.value() not in self.NEEDS:
            return None
        _, wanted = self.NEEDS[str(self.value())]
        found = Conversation.objects.filter(wanted)
        return queryset.filter(pk__in=found.values("pk"))


@admin.register(Conversation)
class ConversationAdmin(Scoped, ReadOnly, ModelAdmin):
    """Redacted; who may reveal personal data leaves a line in the log by doing so."""

    inlines = (MessageInline, TurnInline, FeedbackInline)
    list_display = (
        "first_words",
        "property",
        "channel",
        "questions",
        "feeling",
        "began",
    )
    list_filter = (
        NeedFilter,
        PropertyFilter,
        "channel",
        "language",
        "sentiment",
        "turns__guardrail",
    )
    list_select_related = ("property",)
    search_fields = ("id", "turns__reference", "messages__text")
    search_help_text = "Words, an id or a reference"
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
        """Shows the words as they were said, once, and notes who looked."""
        talk = self.get_object(request, object_id)
        if talk is None:
            raise Http404
        self.log_change(request, talk, "Revealed the words as they were said.")
        setattr(request, REVEALED, True)
        shown: HttpResponse = self.changeform_view(request, object_id)
        return shown

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
        mine = Message.objects.filter(
            conversation=OuterRef("pk"), role=Message.Role.GUEST
        )
        # Counted for the rows of a page alone, not for all that there are.
        counted = mine.order_by().values("role").annotate(n=Count("pk")).values("n")
        talks = rows.annotate(asked=Coalesce(Subquery(counted), 0))
        return talks.prefetch_related("messages")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Words are searched as they were said: who may not reveal them could guess
        what is redacted, letter by letter."""
        if not search_term:
            return queryset, False
        in_words = self.has_reveal_permission(request)
        rows = conversation_search.search(queryset, search_term, in_words=in_words)
        return rows, False

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        rows = super().get_changelist_instance(request)
        if not self.has_reveal_permission(request):
            rows.search_help_text = "An id or a reference; words need a further right"
        return rows

    @display(description="First words")
    def first_words(self, conversation: Conversation) -> str:
        said = next(iter(conversation.messages.all()), None)
        return redact(said.text)[:80] if said else "Nothing was said yet"

    @display(description="Mood", ordering="sentiment", label=MOODS)
    def feeling(self, conversation: Conversation) -> str | tuple[str, str]:
        mood = conversation.sentiment
        return (mood, conversation.get_sentiment_display()) if mood else ""

    @display(description="Questions", ordering="asked")
    def questions(self, conversation: Conversation) -> int:
        asked: int = getattr(conversation, "asked", 0)
        return asked

    @display(description="Began", ordering="created_at")
    def began(self, conversation: Conversation) -> str:
        local = conversation.created_at.astimezone(conversation.property.zone)
        return f"{hours_words.say_day(local.date())} at {hours_words.say_time(local)}"
