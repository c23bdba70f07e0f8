"""What a guest has told, agreed to and asked for, beside the conversation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from unfold.decorators import display

from apps.conversations.models import Conversation
from apps.guests import export, fact_kinds, fact_words, profile
from apps.guests.models import Consent, Guest, GuestFact
from apps.guests.profile import Profile, ProfileFact
from apps.privacy.redaction import redact
from apps.properties import local_times
from apps.reservations.models import Request
from apps.staff.requests import decisions

NAME, HIDDEN_NAME = "name", "[name]"
FIELDS = ("facts", "completeness", "offer_readiness", "next_question", "consents")
LINE = '<p class="mb-2"><b>{}: {}</b><br>{}<br>{}, confidence {}<br>May be used: {}</p>'


class GuestProfileFields:
    """A mixin for the admin of conversations; personal data is redacted.

    The conversation's `is_revealed` says whether somebody reveals it.
    """

    @display(description="What the guest has told")
    def facts(self, conversation: Conversation) -> SafeString | str:
        rows = (_cells(fact, conversation) for fact in _profile(conversation).facts)
        return format_html_join("", LINE, rows) or "Nothing so far"

    @display(description="Known of the topics that help")
    def completeness(self, conversation: Conversation) -> str:
        known_profile = _profile(conversation)
        topics = ", ".join(map(_words, sorted(known_profile.topics)))
        return f"{known_profile.completeness:.0%} {f'({topics})' if topics else ''}"

    @display(description="Ready for an offer")
    def offer_readiness(self, conversation: Conversation) -> str:
        readiness = (conversation.whisper_plan or {}).get("offer_readiness")
        return "-" if readiness is None else f"{readiness:.0%}"

    @display(description="Next to ask")
    def next_question(self, conversation: Conversation) -> str:
        plan = conversation.whisper_plan or {}
        targets = ", ".join(map(_words, plan.get("extraction_targets", ())))
        topic = _words(plan.get("next_topic", ""))
        return f"{topic}: {targets}" if targets else topic or "-"

    @display(description="Consents")
    def consents(self, conversation: Conversation) -> SafeString | str:
        guest = conversation.guest or _former_guest(conversation)
        entries = export.consents_of(guest) if guest else ()
        lines = format_html_join(
            "", "<p>{}</p>", ((_consent(entry, conversation),) for entry in entries)
        )
        return lines or "None"


def _profile(conversation: Conversation) -> Profile:
    guest = conversation.guest
    return profile.profile_of(guest, timezone.now()) if guest else Profile()


def _former_guest(conversation: Conversation) -> Guest | None:
    """Whose conversation it was before the guest took the consent to be remembered
    back: what was told in it still says so."""
    turns = conversation.turns.values("pk")
    return Guest.objects.filter(facts__turn_id__in=turns).first()


def _cells(fact: ProfileFact, conversation: Conversation) -> tuple[str, ...]:
    value = fact_words.value(fact.key, fact.value, fact_kinds.ENGLISH)
    quote = fact_words.sentences(fact.value, fact.quote, fact.choice_quotes)
    if not getattr(conversation, "is_revealed", False):
        quote = redact(quote)
        if fact.key == NAME:
            quote, value = quote.replace(value, HIDDEN_NAME), HIDDEN_NAME
    return (
        fact_kinds.kinds()[fact.key].staff_label,
        value,
        f"“{quote}”" if quote else "",
        local_times.say_with_zone(fact.collected_at, conversation.property),
        f"{fact.confidence:.0%}",
        GuestFact.Scope(fact.consent_scope).label,
    )


def _consent(entry: Consent, conversation: Conversation) -> str:
    act = "agreed" if entry.is_given else "took it back"
    moment = local_times.say_with_zone(entry.said_at, conversation.property)
    return (
        f"{entry.get_scope_display()}: {act} on {moment} by {entry.channel} "
        f"({entry.source}). Shown: “{entry.text_shown}”"
    )


def _words(key: str) -> str:
    return key.replace("_", " ")


READ_REQUESTS = "reservations.view_request"


@dataclass(frozen=True)
class RequestHistory:
    """A request. steps: a sentence for each, without personal data."""

    name: str
    url: str
    steps: tuple[str, ...]


def of(conversation: Conversation, user: Any) -> list[RequestHistory]:
    """The oldest first; empty for those who may not see requests."""
    if not user.has_perm(READ_REQUESTS):
        return []
    rows = Request.objects.filter(thread_id=conversation.pk).order_by("created_at")
    rows = rows.select_related("property", "reservation__item")
    return [_history(row) for row in rows.prefetch_related("steps__staff")]


def _history(row: Request) -> RequestHistory:
    steps = (redact(decisions.sentence(step, row)) for step in row.steps.all())
    url = reverse("admin:reservations_request_change", args=[row.pk])
    return RequestHistory(row.get_kind_display(), url, tuple(steps))
