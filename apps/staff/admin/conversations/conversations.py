"""Conversations with their messages, answers and feedback, read-only."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, OuterRef, Prefetch, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.text import Truncator
from unfold.decorators import action, display

from apps.conversations import booking_turns
from apps.conversations.models import Alert, Conversation, Feedback, Message, Turn
from apps.conversations.review.analysis import UNANSWERED
from apps.privacy.redaction import redact
from apps.properties import local_times
from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin, PropertyFilter, ReadOnly
from apps.staff.admin.conversations import booking_privacy, chat, guest_profile, search
from apps.staff.admin.conversations.guest_data import GuestDataActions
from apps.staff.admin.conversations.guest_profile import GuestProfileFields
from apps.staff.admin.paging import IdsFirstPaginator
from apps.staff.templatetags.staff_tags import HEADING

# The rest of the words stands right below, and the time has to find room beside them.
MOST_HEADING_CHARS = 40
REVEALED = "is_revealed"
OWN_FIELDS = ("id", "property", "channel", "language", "sentiment", "summary")
SENTIMENT_COLOURS = {"positive": "success", "negative": "danger", "neutral": "info"}


class AttentionFilter(admin.SimpleListFilter):
    title = "needs attention"
    parameter_name = "attention"
    # Rows of a conversation for which it needs attention.
    CAUSES: ClassVar[dict[str, tuple[str, QuerySet[Any]]]] = {
        "unanswered": ("Unanswered", Message.objects.filter(UNANSWERED)),
        "in_part": ("Answered in part", Turn.objects.filter(is_in_part=True)),
        "stopped": ("Stopped by a guardrail", Turn.objects.filter(guardrail__gt="")),
        "failed": ("Failed", Turn.objects.filter(status=Turn.Status.FAILED)),
        "bad": ("Rated badly", Feedback.objects.filter(rating__lte=2)),
        "alert": ("Has an alert", Alert.objects.all()),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(key, name) for key, (name, _) in self.CAUSES.items()]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> QuerySet[Any] | None:
        if self.value() not in self.CAUSES:
            return None
        _, rows = self.CAUSES[str(self.value())]
        return queryset.filter(is_from_guest=True, pk__in=rows.values("conversation"))


@admin.register(Conversation)
class ConversationAdmin(
    GuestDataActions, GuestProfileFields, Scoped, ReadOnly, ModelAdmin
):
    """Redacted. Revealing personal data is logged."""

    change_form_template = "admin/staff/conversation.html"
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
        "turns__likely_guardrail",
    )
    list_select_related = ("property",)
    search_fields = ("id", "turns__reference", "messages__text")
    search_help_text = "Words, an ID or a reference"
    ordering = ("-created_at",)
    paginator = IdsFirstPaginator
    fieldsets = ((None, {"fields": OWN_FIELDS}),)
    readonly_fields = guest_profile.FIELDS
    list_per_page = 50
    actions_detail = ("reveal", "download", "erase")

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

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Who may not read messages does not read what was taken from them."""
        fieldsets = super().get_fieldsets(request, obj)
        if not request.user.has_perm("conversations.view_message"):
            return fieldsets
        return (*fieldsets, ("Guest", {"fields": guest_profile.FIELDS}))

    def get_object(self, request: HttpRequest, *args: Any) -> Conversation | None:
        conversation: Conversation | None = super().get_object(request, *args)
        if conversation:
            setattr(conversation, REVEALED, getattr(request, REVEALED, False))
            setattr(conversation, HEADING, self._heading(request, conversation))
        return conversation

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **options: Any
    ) -> HttpResponse:
        """With the chat, as far as the reader may see it."""
        conversation, is_revealed = (
            context["original"],
            getattr(request, REVEALED, False),
        )
        context["exchanges"] = chat.of(conversation, request, is_revealed=is_revealed)
        context["subtitle"] = getattr(conversation, HEADING)
        context["requests"] = guest_profile.of(conversation, request.user)
        context["ratings"] = chat.ratings_of_all(conversation, request)
        page: HttpResponse = super().render_change_form(
            request, context, *args, **options
        )
        return page

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conversation]:
        rows: QuerySet[Conversation] = super().get_queryset(request)
        questions = Message.objects.filter(
            conversation=OuterRef("pk"), role=Message.Role.GUEST
        )
        # A subquery counts for the rows of one page only.
        counts = questions.order_by().values("role").annotate(n=Count("pk")).values("n")
        reads_bookings = request.user.has_perm(booking_privacy.READ_BOOKINGS)
        turns = Turn.objects.filter(conversation=OuterRef("pk")).order_by("created_at")
        opens = turns.annotate(is_one=booking_turns.of_trace()).values("is_one")
        rows = rows.annotate(
            questions=Coalesce(Subquery(counts), 0),
            reads_bookings=Value(reads_bookings),
            opens_with_booking=Coalesce(Subquery(opens[:1]), False),
        )
        messages = Message.objects.select_related("turn").defer("turn__nodes")
        return rows.prefetch_related(Prefetch("messages", messages))

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

    def _heading(self, request: HttpRequest, conversation: Conversation) -> str:
        """What the list shows of it, for those who may read messages."""
        local = conversation.created_at.astimezone(conversation.property.zone)
        started = f"{date_format(local, 'N j, g:i A')} {local:%Z}"
        if not request.user.has_perm(chat.READ_MESSAGES):
            return f"Conversation of {started}"
        words = Truncator(self.first_words(conversation)).chars(MOST_HEADING_CHARS)
        return f"{words} · {started}"

    @display(description="First words")
    def first_words(self, conversation: Conversation) -> str:
        all_messages = list(conversation.messages.all())
        if not all_messages:
            return "No messages yet"
        message = all_messages[0]
        messages = [row for row in all_messages if row.turn_id == message.turn_id]
        if not getattr(conversation, "reads_bookings", False) and (
            getattr(conversation, "opens_with_booking", False)
            or any(map(booking_turns.tells_of_one, messages))
        ):
            return booking_privacy.HIDDEN
        return redact(message.text)[:80]

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
        return local_times.say_with_zone(conversation.created_at, conversation.property)
