"""The page on which staff review an answer and may add an evaluation case."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from apps.catalog.models import Item
from apps.conversations.models import EvaluationCase, Message, Review, Turn
from apps.conversations.review import cases
from apps.privacy.redaction import redact
from apps.properties import access
from apps.staff.admin.conversations import booking_privacy
from apps.staff.admin.form_fields import CommaSeparatedField


class ReviewForm(forms.Form):
    """The fields from `ask` on make an evaluation case, if `is_case` is checked."""

    verdict = forms.ChoiceField(
        label="Verdict",
        choices=Review.Verdict.choices,
        widget=UnfoldAdminSelectWidget,
    )
    note = forms.CharField(
        required=False, widget=UnfoldAdminTextareaWidget(attrs={"rows": 2})
    )
    is_case = forms.BooleanField(
        required=False,
        label="Add as an evaluation case",
        widget=UnfoldBooleanSwitchWidget,
    )
    ask = forms.CharField(label="Question", widget=UnfoldAdminTextInputWidget)
    expect = forms.ChoiceField(
        label="Expected answer",
        choices=EvaluationCase.Expect.choices,
        widget=UnfoldAdminSelectWidget,
    )
    says = CommaSeparatedField(
        forms.CharField(max_length=200),
        required=False,
        label="Must say",
    )
    never = CommaSeparatedField(
        forms.CharField(max_length=200),
        required=False,
        label="Must not say",
    )
    cites = forms.CharField(
        required=False, label="Must cite", widget=UnfoldAdminTextInputWidget
    )


@permission_required("conversations.change_review", raise_exception=True)
def show(request: HttpRequest, turn_id: UUID) -> HttpResponse:
    turn = get_object_or_404(
        Turn.objects.select_related("conversation__property"),
        pk=turn_id,
        conversation__forgotten_at=None,
    )
    access.insist(request.user, turn.conversation.property)
    booking_privacy.insist(turn, request.user)
    proposal = cases.propose(turn)
    form = ReviewForm(request.POST or None, initial=proposal)
    if form.is_bound and form.is_valid():
        _save(turn, form.cleaned_data, proposal, request)
        return redirect("admin:conversations_conversation_change", turn.conversation_id)
    context = {
        **site.each_context(request),
        "title": "Review",
        "form": form,
        "turn": turn,
        "messages_by_role": [
            (message.get_role_display(), _shown_text(message))
            for message in turn.messages.all()
        ],
        "cited_rows": _cited_rows(turn),
    }
    return render(request, "admin/staff/review.html", context)


def _save(
    turn: Turn, values: dict[str, Any], proposal: dict[str, Any], request: HttpRequest
) -> None:
    cases.judge(turn, values["verdict"], values["note"], request.user)
    messages.success(request, "Review saved.")
    if values["is_case"]:
        EvaluationCase.objects.create(
            property=turn.conversation.property,
            turn=turn,
            by_id=request.user.pk,
            ask=redact(values["ask"]),
            **{name: values[name] for name in ("expect", "says", "never", "cites")},
            language=proposal["language"],
            at=proposal["at"] or timezone.now(),
        )
        messages.success(request, "Evaluation case added.")


def _shown_text(message: Message) -> str:
    is_answer = message.role == Message.Role.CONCIERGE
    return message.text if is_answer else redact(message.text)


def _cited_rows(turn: Turn) -> list[tuple[str, str]]:
    """(name, URL of the form) of the rows that the answer cites."""
    item_ids = {
        citation["item_id"]
        for message in turn.messages.all()
        for citation in message.citations
    }
    rows = Item.objects.filter(pk__in=item_ids)
    return [
        (
            row.name,
            reverse(
                f"admin:catalog_{type(row.concrete)._meta.model_name}_change",
                args=[row.pk],
            ),
        )
        for row in rows
    ]
