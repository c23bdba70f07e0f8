"""What staff do to several rows at once in a list."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.sites import site
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from unfold.widgets import UnfoldAdminTextInputWidget

from apps.catalog import year_range
from apps.catalog.querysets import ItemQuerySet
from apps.staff.bulk_actions import start
from apps.staff.intake import export as exporting
from apps.staff.intake import files
from apps.staff.models import Job

DID = {
    Job.Kind.PUBLISH: "published; guests hear about them now.",
    Job.Kind.WITHDRAW: "back to draft; guests hear no more of them.",
    Job.Kind.SCHEDULE: "scheduled.",
    Job.Kind.EXPIRE: "expired; guests hear no more of them.",
    Job.Kind.DUPLICATE: "copied; the copies are drafts.",
    Job.Kind.EMBED: "will be embedded again within a minute.",
}


class Times(forms.Form):
    """From when to when guests hear of the rows, in their property's time."""

    valid_from = forms.DateTimeField(
        label="From",
        required=False,
        widget=UnfoldAdminTextInputWidget,
        validators=[year_range.insist],
    )
    valid_to = forms.DateTimeField(
        label="Until",
        required=False,
        widget=UnfoldAdminTextInputWidget,
        validators=[year_range.insist],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.input_type = "datetime-local"

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        begins, ends = given.get("valid_from"), given.get("valid_to")
        if not self.errors and not (begins or ends):
            raise forms.ValidationError("Give a beginning, an end, or both.")
        if begins and ends and ends <= begins:
            self.add_error("valid_to", "It ends before it begins.")
        return given


def _at_once(kind: Job.Kind, description: str, permission: str = "change") -> Any:
    """An action that needs no more than the rows."""

    @admin.action(description=description, permissions=[permission])
    def act(
        model_admin: Any, request: HttpRequest, rows: ItemQuerySet
    ) -> HttpResponse | None:
        return _start(request, kind, rows)

    act.__name__ = kind.value  # the admin tells actions apart by it
    return act


@admin.action(description="Schedule…", permissions=["change"])
def schedule(
    model_admin: Any, request: HttpRequest, rows: ItemQuerySet
) -> HttpResponse | None:
    """Asks for the times first; the same action comes again with them."""
    form = Times(request.POST if "scheduled" in request.POST else None)
    if form.is_bound and form.is_valid():
        times = {
            name: at.replace(tzinfo=None).isoformat()
            for name, at in form.cleaned_data.items()
            if at
        }
        return _start(request, Job.Kind.SCHEDULE, rows, **times)
    context = {
        **site.each_context(request),
        "title": "Schedule",
        "form": form,
        "rows": rows,
        "checkbox": ACTION_CHECKBOX_NAME,
    }
    return render(request, "admin/staff/schedule.html", context)


@admin.action(description="Export as CSV", permissions=["view"])
def export(model_admin: Any, request: HttpRequest, rows: ItemQuerySet) -> HttpResponse:
    """A table that can be handed in again."""
    lines = exporting.lines(model_admin.model, rows)
    content = files.write_csv(exporting.head(model_admin.model), lines)
    answer = HttpResponse(content, content_type="text/csv; charset=utf-8")
    name = model_admin.model._meta.model_name
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


ALL = (
    _at_once(Job.Kind.PUBLISH, "Publish"),
    _at_once(Job.Kind.WITHDRAW, "Back to draft"),
    schedule,
    _at_once(Job.Kind.EXPIRE, "Expire now"),
    _at_once(Job.Kind.DUPLICATE, "Duplicate as drafts", "add"),
    _at_once(Job.Kind.EMBED, "Embed again"),
    export,
)


def _start(
    request: HttpRequest, kind: str, rows: ItemQuerySet, **values: str
) -> HttpResponse | None:
    ids = list(rows.order_by("pk").values_list("pk", flat=True))
    job = start.start(kind, ids, request.user, **values)
    if job.ended_at is None:
        return redirect(reverse("job", args=[job.pk]))
    done = len(ids) - len(job.problems)
    messages.success(request, f"{done} {DID[Job.Kind(kind)]}")
    for name, sentence in job.problems:
        messages.warning(request, f"{name}: {sentence}")
    return None
