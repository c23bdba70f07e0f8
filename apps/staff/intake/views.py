"""The import pages: upload a file, preview its changes, apply or undo them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminSelectWidget

from apps.catalog.demo.rows import SECTIONS
from apps.properties import access
from apps.properties.models import Property
from apps.staff.drafts import import_approval
from apps.staff.intake import columns, deliveries, export, google_sheets, results
from apps.staff.intake.table_files import bounded_reader, files
from apps.staff.models import Delivery

PERMISSION = "staff.add_delivery"
# Bookings hold names of guests: who keeps the catalog may not see them.
READ_BOOKINGS = "reservations.view_reservation"
WRITE_BOOKINGS = "reservations.change_reservation"
UNDOABLE = (Delivery.State.APPLIED, Delivery.State.PARTLY)
# Rows that one press of the button publishes; Django takes a thousand values.
MOST_PUBLISHED = 500
WRITERS = {
    "csv": (files.write_csv, "text/csv; charset=utf-8"),
    "xlsx": (
        files.write_xlsx,
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
}


class UploadForm(forms.Form):
    """A table of one kind of row, for one property."""

    property = forms.ModelChoiceField(
        Property.objects.all(), widget=UnfoldAdminSelectWidget
    )
    category = forms.ChoiceField(
        choices=[*columns.TITLES.items()],
        widget=UnfoldAdminSelectWidget,
    )
    file = forms.FileField(
        help_text="CSV or XLSX; the first line names the columns.",
        widget=UnfoldAdminFileFieldWidget(
            attrs={"data-most-bytes": settings.MAX_FILE_BYTES}
        ),
    )

    def clean_file(self) -> files.Table:
        upload = self.cleaned_data["file"]
        if upload.size > settings.MAX_FILE_BYTES:
            most = filesizeformat(settings.MAX_FILE_BYTES)
            raise forms.ValidationError(f"A table may have at most {most}.")
        try:
            return bounded_reader.read(upload.name, upload.read())
        except files.UnreadableFile as error:
            raise forms.ValidationError(str(error)) from error


@permission_required(PERMISSION, raise_exception=True)
def upload(request: HttpRequest) -> HttpResponse:
    form = UploadForm(request.POST or None, request.FILES or None)
    places: Any = form.fields["property"]
    places.queryset = access.properties(request.user)
    writable = _categories(request, WRITE_BOOKINGS)
    choices: Any = form.fields["category"]
    choices.choices = _titled(writable)
    if form.is_bound and form.is_valid():
        values = form.cleaned_data
        delivery = deliveries.preview(
            values["property"], values["category"], values["file"], request.user
        )
        return redirect("import-preview", delivery.pk)
    context = {
        **site.each_context(request),
        "title": "Import and export",
        "form": form,
        "categories": _titled(_categories(request, READ_BOOKINGS)),
        "places": access.properties(request.user).order_by("name"),
        "has_sheet": google_sheets.is_configured()
        and access.has_all_properties(request.user),
    }
    return render(request, "admin/staff/import.html", context)


@require_POST
@permission_required(PERMISSION, raise_exception=True)
def pull_sheet(request: HttpRequest) -> HttpResponse:
    """Read the Google sheet now instead of at the next scheduled time."""
    access.insist_on_all(request.user)
    try:
        new_deliveries = google_sheets.pull()
    except google_sheets.SheetUnavailable as error:
        messages.error(request, str(error))
    else:
        count = len(new_deliveries)
        changed = ngettext(
            "{} tab has changed and is being imported.",
            "{} tabs have changed and are being imported.",
            count,
        ).format(count)
        messages.success(request, changed if count else "The sheet has not changed.")
    return redirect("import")


@permission_required(PERMISSION, raise_exception=True)
def preview(request: HttpRequest, delivery_id: UUID) -> HttpResponse:
    delivery = _delivery(delivery_id, request)
    counts = Counter(row["outcome"] for row in delivery.results)
    common, rows = results.shared_errors(delivery.results)
    labels = columns.labels(delivery.category)
    context = {
        **site.each_context(request),
        "title": f"Import: {columns.TITLES[delivery.category]}",
        "delivery": delivery,
        "counts": counts.items(),
        "common_errors": common,
        "rows": [{**row, "changes": _labelled(row["changes"], labels)} for row in rows],
        "has_refused": counts["refused"] > 0,
        "is_all_refused": counts["refused"] == len(delivery.results) > 0,
        # The first line of a table names its columns.
        "lines_before": int(delivery.origin != Delivery.Origin.WEBHOOK),
        "is_preview": delivery.state == Delivery.State.PREVIEW,
        "draft_count": import_approval.waiting_count(delivery),
        "unpublished_count": import_approval.unpublished_count(delivery),
        "publish": _publish(request, delivery),
        "is_running": delivery.state == Delivery.State.RECEIVED,
        "is_undoable": delivery.state in UNDOABLE,
        "total": len(delivery.rows),
    }
    return render(request, "admin/staff/import_preview.html", context)


def _publish(request: HttpRequest, delivery: Delivery) -> dict[str, Any]:
    """Where the reader publishes the drafts of the import, and which; empty for who
    may not."""
    rows = import_approval.unpublished(delivery)
    ids = list(rows.values_list("pk", flat=True)[:MOST_PUBLISHED])
    model, user = SECTIONS.get(delivery.category), request.user
    if model is None or not ids:
        return {}
    name = model._meta.model_name
    may: Any = user.has_perm(f"catalog.change_{name}")
    list_url = reverse(f"admin:catalog_{name}_changelist")
    return {"url": list_url, "ids": ids} if may else {}


def _labelled(changes: dict[str, Any], labels: Mapping[str, str]) -> dict[str, Any]:
    return {labels.get(name, name): change for name, change in changes.items()}


@require_POST
@permission_required(PERMISSION, raise_exception=True)
def accept(request: HttpRequest, delivery_id: UUID) -> HttpResponse:
    delivery = _delivery(delivery_id, request, WRITE_BOOKINGS)
    if deliveries.accept(delivery.pk):
        messages.success(request, "The import has started; results appear here.")
    else:
        messages.warning(request, "This import was applied already.")
    return redirect("import-preview", delivery.pk)


@permission_required(PERMISSION, raise_exception=True)
def undo(request: HttpRequest, delivery_id: UUID) -> HttpResponse:
    """Say which rows an undo restores and which it leaves, and why; then do it."""
    delivery = _delivery(delivery_id, request, WRITE_BOOKINGS)
    if delivery.state not in UNDOABLE:
        messages.warning(request, "There is nothing to undo.")
        return redirect("import-preview", delivery.pk)
    is_asked = request.method == "POST"
    result = deliveries.undo(delivery, request.user, is_dry_run=not is_asked)
    if not is_asked:
        context = {
            **site.each_context(request),
            "title": f"Undo the import: {columns.TITLES[delivery.category]}",
            "delivery": delivery,
            "result": result,
        }
        return render(request, "admin/staff/import_undo.html", context)
    noun = "row" if result.count == 1 else "rows"
    messages.success(request, f"{result.count} {noun} restored.")
    for name, reason in result.skipped.items():
        messages.warning(request, f"{name} was not restored: {reason}")
    return redirect("import-preview", delivery.pk)


@permission_required("catalog.view_item", raise_exception=True)
def export_file(request: HttpRequest, category: str, kind: str) -> HttpResponse:
    """All rows of a category, or with `?template` only the column names."""
    if category not in columns.CATEGORIES:
        raise Http404
    if category not in _categories(request, READ_BOOKINGS):
        raise PermissionDenied
    # Names of all guests at once are for who may hand in such tables.
    if category == columns.BOOKINGS and not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    model: Any = columns.CATEGORIES[category]
    header = export.header(model)
    order = "code" if category == columns.BOOKINGS else "name"
    rows = access.mine(model.objects.order_by("property", order), request.user)
    if slug := request.GET.get("property"):
        rows = rows.filter(property__slug=slug)
    lines = [] if "template" in request.GET else export.lines(model, rows)
    write, content_type = WRITERS[kind]
    response = HttpResponse(write(header, lines), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{category}.{kind}"'
    return response


def _delivery(
    delivery_id: UUID, request: HttpRequest, to_bookings: str = READ_BOOKINGS
) -> Any:
    """to_bookings: the permission that an import of bookings takes."""
    deliveries_with_property = Delivery.objects.select_related("property")
    delivery = get_object_or_404(deliveries_with_property, pk=delivery_id)
    access.insist(request.user, delivery.property)
    if delivery.category not in _categories(request, to_bookings):
        raise PermissionDenied
    return delivery


def _categories(request: HttpRequest, to_bookings: str) -> list[str]:
    """The kinds of tables that the user may handle."""
    may: Any = request.user
    has_bookings = may.has_perm(to_bookings)
    return [
        name for name in columns.CATEGORIES if has_bookings or name != columns.BOOKINGS
    ]


def _titled(categories: list[str]) -> list[tuple[str, str]]:
    return [(name, columns.TITLES[name]) for name in categories]
