"""Staff say whether an answer was right, and keep the question for evaluation."""

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
from apps.staff.admin.fields import CommaSeparatedField


class Verdict(forms.Form):
    """Whether it was right; a case is kept only where the box is ticked."""

    verdict = forms.ChoiceField(
        label="The answer was",
        choices=Review.Verdict.choices,
        widget=UnfoldAdminSelectWidget,
    )
    note = forms.CharField(
        required=False, widget=UnfoldAdminTextareaWidget(attrs={"rows": 2})
    )
    is_kept = forms.BooleanField(
        required=False,
        label="Ask it again in every evaluation, as below",
        widget=UnfoldBooleanSwitchWidget,
    )
    ask = forms.CharField(label="Question", widget=UnfoldAdminTextInputWidget)
    expect = forms.ChoiceField(
        label="A right answer is",
        choices=EvaluationCase.Expect.choices,
        widget=UnfoldAdminSelectWidget,
    )
    says = CommaSeparatedField(
        forms.CharField(max_length=200),
        required=False,
        label="It says",
    )
    never = CommaSeparatedField(
        forms.CharField(max_length=200),
        required=False,
        label="It never says",
    )
    cites = forms.CharField(
        required=False, label="It cites", widget=UnfoldAdminTextInputWidget
    )


@permission_required("conversations.change_review", raise_exception=True)
def show(request: HttpRequest, turn_id: UUID) -> HttpResponse:
    turn = get_object_or_404(
        Turn.objects.select_related("conversation__property"),
        pk=turn_id,
        conversation__forgotten_at=None,
    )
    access.insist(request.user, turn.conversation.property)
    known = cases.proposed(turn)
    form = Verdict(request.POST or None, initial=known)
    if form.is_bound and form.is_valid():
        _keep(turn, form.cleaned_data, known, request)
        return redirect("admin:conversations_conversation_change", turn.conversation_id)
    context = {
        **site.each_context(request),
        "title": "Review",
        "form": form,
        "turn": turn,
        "said": [(one.get_role_display(), _shown(one)) for one in turn.messages.all()],
        "rows": _rows(turn),
    }
    return render(request, "admin/staff/review.html", context)


def _keep(
    turn: Turn, given: dict[str, Any], known: dict[str, Any], request: HttpRequest
) -> None:
    cases.judge(turn, given["verdict"], given["note"], request.user)
    messages.success(request, "Noted.")
    if given["is_kept"]:
        EvaluationCase.objects.create(
            property=turn.conversation.property,
            turn=turn,
            by_id=request.user.pk,
            ask=redact(given["ask"]),
            **{name: given[name] for name in ("expect", "says", "never", "cites")},
            language=known["language"],
            at=known["at"] or timezone.now(),
        )
        messages.success(request, "Every evaluation asks it from now on.")


def _shown(message: Message) -> str:
    is_ours = message.role == Message.Role.CONCIERGE
    return message.text if is_ours else redact(message.text)


def _rows(turn: Turn) -> list[tuple[str, str]]:
    """(name, form) of the rows that the answer cites: where a wrong fact is mended."""
    cited = {one["item_id"] for told in turn.messages.all() for one in told.citations}
    rows = Item.objects.filter(pk__in=cited)
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
