"""What the page of a conversation lists: its messages, turns and feedback."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.admin import TabularInline
from unfold.decorators import display

from apps.conversations.models import Feedback, Message, Turn
from apps.privacy.redaction import redact
from apps.properties.admin_mixins import ReadOnly
from apps.staff.admin.conversations import resort_time


class HasTime(ReadOnly, TabularInline):
    """Rows of a conversation with the moment at which they were written."""

    hide_title = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related("conversation__property")

    @display(description="Time")
    def time(self, row: Any) -> str:
        return resort_time.say(row.created_at, row.conversation.property)


class MessageInline(HasTime):
    """Personal data is redacted unless somebody reveals it."""

    model = Message
    fields = readonly_fields = ("time", "role", "kind", "shown_text", "cited_fields")
    verbose_name_plural = "Messages"
    is_revealed = False

    @display(description="Text")
    def shown_text(self, message: Message) -> str:
        is_answer = message.role == Message.Role.CONCIERGE  # redacted before storing
        is_plain = is_answer or self.is_revealed
        return message.text if is_plain else redact(message.text)

    @display(description="Sources")
    def cited_fields(self, message: Message) -> str:
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
        "inspector_link",
    )
    verbose_name_plural = "Turns"
    hide_title = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        rows: QuerySet[Turn] = super().get_queryset(request)
        return rows.select_related("arm")

    @display(description="Outcome")
    def outcome(self, turn: Turn) -> str:
        stopped = f", stopped by {turn.guardrail}" if turn.guardrail else ""
        arm = f", arm “{turn.arm}”" if turn.arm else ""
        return f"{turn.get_status_display()}, {turn.route or 'no route'}{stopped}{arm}"

    @display(description="Model")
    def model_used(self, turn: Turn) -> str:
        prompt = f", prompt {turn.prompt_hash[:8]}" if turn.prompt_hash else ""
        model = f" {turn.model}" if turn.model else ""
        failed = f", after {turn.fallback_reason}" if turn.fallback_reason else ""
        return f"{turn.provider or '-'}{model}{failed}{prompt}"

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

    @display(description="Inspector")
    def inspector_link(self, turn: Turn) -> SafeString:
        url = reverse("inspector", args=[turn.pk])
        return format_html('<a class="underline" href="{}">Inspect</a>', url)

    @display(description="Path through the graph")
    def path(self, turn: Turn) -> str:
        return " > ".join(_step(node) for node in turn.nodes)


def _step(node: dict[str, Any]) -> str:
    """A node with its duration, its judgement, what it searched for and retrieved."""
    metadata = node.get("metadata", {})
    if judgement := metadata.get("judgement"):
        return f"{node['node']} {node['duration_ms']:.0f} ms ({_judgement(judgement)})"
    questions = "".join(f"“{text}” " for text in metadata.get("questions", ()))
    passages = ", ".join(dict.fromkeys(metadata.get("passages", ())))
    suffix = f" ({questions}{passages})" if passages else ""
    return f"{node['node']} {node['duration_ms']:.0f} ms{suffix}"


class FeedbackInline(HasTime):
    model = Feedback
    fields = readonly_fields = ("rating", "reason", "comment", "time")
    verbose_name_plural = "Feedback"


def _judgement(judgement: dict[str, Any]) -> str:
    category = judgement["category"].replace("_", " ")
    return (
        f"{category} {judgement['chance']:.2f} by {judgement['decided_by']}: "
        f"{judgement['outcome']}"
    )
