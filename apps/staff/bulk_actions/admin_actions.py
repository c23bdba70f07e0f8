"""The actions of the lists of rows, and the page of a running job."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminTextInputWidget

from apps.catalog import wall_clock
from apps.catalog.models import Item
from apps.catalog.querysets import ItemQuerySet
from apps.staff.bulk_actions import jobs
from apps.staff.intake import export
from apps.staff.intake.table_files import files
from apps.staff.models import Job
from apps.staff.playground import trial_link

RESULTS = {
    Job.Kind.PUBLISH: "rows published.",
    Job.Kind.WITHDRAW: "rows set back to draft.",
    Job.Kind.SCHEDULE: "rows scheduled.",
    Job.Kind.EXPIRE: "rows expired.",
    Job.Kind.DUPLICATE: "rows copied as drafts.",
    Job.Kind.EMBED: "rows will be reindexed within a minute.",
    Job.Kind.APPROVE_READ: "rows approved.",
    Job.Kind.PUBLISH_READ: "rows published.",
}

PROOF_LINK = '<a class="underline" href="{}">Ask it as a guest would</a>'
DATES_LINK = '<a class="underline" href="{}">Change its dates</a>'


class ScheduleForm(forms.Form):
    """When the rows are live, in the time zone of their property."""

    valid_from = forms.DateTimeField(
        label="From",
        required=False,
        widget=UnfoldAdminTextInputWidget,
        validators=[wall_clock.insist_on_year],
    )
    valid_to = forms.DateTimeField(
        label="Until",
        required=False,
        widget=UnfoldAdminTextInputWidget,
        validators=[wall_clock.insist_on_year],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.input_type = "datetime-local"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        starts_at, ends_at = cleaned.get("valid_from"), cleaned.get("valid_to")
        if not self.errors and not (starts_at or ends_at):
            raise forms.ValidationError("Enter a start, an end, or both.")
        if starts_at and ends_at and ends_at <= starts_at:
            self.add_error("valid_to", "The end is before the start.")
        return cleaned


def _simple_action(kind: Job.Kind, description: str, permission: str = "change") -> Any:
    """An action without a form."""

    @admin.action(description=description, permissions=[permission])
    def act(
        model_admin: Any, request: HttpRequest, rows: ItemQuerySet
    ) -> HttpResponse | None:
        return _start(request, kind, rows)

    act.__name__ = kind.value  # the admin's name of the action
    return act


@admin.action(description="Schedule…", permissions=["change"])
def schedule(
    model_admin: Any, request: HttpRequest, rows: ItemQuerySet
) -> HttpResponse | None:
    """Show the form of times first; the form posts the same action again."""
    form = ScheduleForm(request.POST if "scheduled" in request.POST else None)
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
def export_csv(
    model_admin: Any, request: HttpRequest, rows: ItemQuerySet
) -> HttpResponse:
    """A table that can be imported again."""
    lines = export.lines(model_admin.model, rows)
    content = files.write_csv(export.header(model_admin.model), lines)
    response = HttpResponse(content, content_type="text/csv; charset=utf-8")
    name = model_admin.model._meta.model_name
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


ALL = (
    _simple_action(Job.Kind.PUBLISH, "Publish"),
    _simple_action(Job.Kind.WITHDRAW, "Back to draft"),
    schedule,
    _simple_action(Job.Kind.EXPIRE, "Expire now"),
    _simple_action(Job.Kind.DUPLICATE, "Duplicate as drafts", "add"),
    _simple_action(Job.Kind.EMBED, "Reindex"),
    export_csv,
)


def _start(
    request: HttpRequest, kind: str, rows: ItemQuerySet, **values: str
) -> HttpResponse | None:
    ids = list(rows.order_by("pk").values_list("pk", flat=True))
    return start(request, kind, ids, **values)


def start(
    request: HttpRequest, kind: str, ids: list[int], **values: Any
) -> HttpResponse | None:
    """The page of a job that goes on; else None, and messages tell its outcome."""
    job = jobs.start(kind, ids, request.user, **values)
    if job.ended_at is None:
        return redirect(reverse("job", args=[job.pk]))
    success_count = job.finished_count
    text = RESULTS[Job.Kind(kind)]
    text = text.replace("rows", "row", 1) if success_count == 1 else text
    level = messages.SUCCESS if success_count else messages.WARNING
    is_one = kind == Job.Kind.PUBLISH and success_count == len(ids) == 1
    sentence = format_html(
        "{} {} {}", success_count, text, _proof(*ids) if is_one else ""
    )
    messages.add_message(request, level, sentence)
    for problem in job.problems:
        messages.warning(request, _problem(*problem))
    return None


def _proof(row_id: int) -> SafeString:
    """A link to ask for the row, which guests see now."""
    row = Item.objects.get(pk=row_id)
    return format_html(PROOF_LINK, trial_link.of_row(row))


def _problem(name: str, text: str, dates_url: str = "") -> SafeString:
    """With a button to the row's dates where they have to change."""
    link = format_html(DATES_LINK, dates_url) if dates_url else ""
    return format_html("{}: {} {}", name, text, link)


@permission_required("catalog.change_item", raise_exception=True)
def job_page(request: HttpRequest, job_id: int) -> HttpResponse:
    """The progress of a job, for the user who started it."""
    job = get_object_or_404(Job.objects.filter(by_id=request.user.pk), pk=job_id)
    context = {
        **site.each_context(request),
        "title": job.get_kind_display(),
        "job": job,
        "total": len(job.items),
    }
    return render(request, "admin/staff/job.html", context)
