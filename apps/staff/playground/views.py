"""The playground page: a question with every stage of the search, and the answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from apps.catalog import wall_clock
from apps.properties import access
from apps.properties.models import Property
from apps.staff.playground import trial, trial_link

LANGUAGES = [
    ("", "Detect"),
    ("en", "English"),
    ("es", "Spanish"),
    ("fr", "French"),
    ("zh", "Chinese"),
]


class PlaygroundForm(forms.Form):
    property = forms.ModelChoiceField(
        Property.objects.all(), widget=UnfoldAdminSelectWidget
    )
    question = forms.CharField(
        max_length=trial_link.MAX_QUESTION_CHARS, widget=UnfoldAdminTextInputWidget
    )
    before = forms.CharField(
        max_length=trial_link.MAX_QUESTION_CHARS,
        required=False,
        label="Previous question",
        widget=UnfoldAdminTextInputWidget,
    )
    at = forms.DateTimeField(
        required=False,
        label="At",
        help_text="In the property's time zone; empty means now.",
        validators=[wall_clock.insist_on_year],
        widget=UnfoldAdminTextInputWidget(attrs={"type": "datetime-local"}),
    )
    drafts = forms.BooleanField(
        required=False,
        label="Include drafts",
        help_text="Drafts stay hidden from guests.",
        widget=UnfoldBooleanSwitchWidget,
    )
    language = forms.ChoiceField(
        choices=LANGUAGES, required=False, widget=UnfoldAdminSelectWidget
    )
    row = forms.CharField(
        required=False,
        label="Explain a row",
        help_text="Its name in the catalog.",
        widget=UnfoldAdminTextInputWidget,
    )


@permission_required("catalog.view_item", raise_exception=True)
def show(request: HttpRequest) -> HttpResponse:
    # A link brings the property alone, and nothing is asked yet.
    is_asked = "question" in request.GET
    form = PlaygroundForm(request.GET if is_asked else None, initial=request.GET.dict())
    property_field: Any = form.fields["property"]
    property_field.queryset = access.properties(request.user)
    is_submitted = form.is_bound and form.is_valid()
    context = {
        **site.each_context(request),
        "title": "Playground",
        "form": form,
        "trial": _run(form, request) if is_submitted else None,
    }
    return render(request, "admin/staff/playground.html", context)


def _run(form: PlaygroundForm, request: HttpRequest) -> trial.Trial:
    inputs = trial.Inputs(**form.cleaned_data)
    result = trial.run(inputs, with_answer="answer" in request.GET)
    property_ids = set(access.properties(request.user).values_list("pk", flat=True))
    visible = [
        (row, reason)
        for row, reason in result.why_not
        if row.property_id in property_ids
    ]
    return replace(result, why_not=visible)
