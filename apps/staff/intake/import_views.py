"""Staff hand in a table: it is tried, shown as a difference, then applied on demand."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminSelectWidget

from apps.properties import access
from apps.properties.models import Property
from apps.staff.history import restore
from apps.staff.intake import columns, files, google_sheets, receive
from apps.staff.intake import export as exporting
from apps.staff.models import Delivery

NEEDED = "staff.add_delivery"
UNDOABLE = (Delivery.State.APPLIED, Delivery.State.PARTLY)
MOST_BYTES = 5 * 2**20
WRITERS = {
    "csv": (files.write_csv, "text/csv; charset=utf-8"),
    "xlsx": (
        files.write_xlsx,
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
}


class Upload(forms.Form):
    """A table of one kind of row, for one property."""

    property = forms.ModelChoiceField(
        Property.objects.all(), widget=UnfoldAdminSelectWidget
    )
    category = forms.ChoiceField(
        choices=[(name, name.capitalize()) for name in columns.CATEGORIES],
        widget=UnfoldAdminSelectWidget,
    )
    file = forms.FileField(
        help_text="CSV or XLSX; the first line names the columns.",
        widget=UnfoldAdminFileFieldWidget,
    )

    def clean_file(self) -> files.Table:
        given = self.cleaned_data["file"]
        if given.size > MOST_BYTES:
            raise forms.ValidationError("A table may have at most 5 MB.")
        try:
            return files.read(given.name, given.read())
        except files.Unreadable as error:
            raise forms.ValidationError(str(error)) from error


@permission_required(NEEDED, raise_exception=True)
def hand_in(request: HttpRequest) -> HttpResponse:
    form = Upload(request.POST or None, request.FILES or None)
    places: Any = form.fields["property"]
    places.queryset = access.properties(request.user)
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        tried = receive.try_out(
            given["property"], given["category"], given["file"], request.user
        )
        return redirect("import-trial", tried.pk)
    context = {
        **site.each_context(request),
        "title": "Import",
        "form": form,
        "categories": list(columns.CATEGORIES),
        "has_sheet": google_sheets.is_on() and access.has_all_properties(request.user),
    }
    return render(request, "admin/staff/import.html", context)


@require_POST
@permission_required(NEEDED, raise_exception=True)
def pull(request: HttpRequest) -> HttpResponse:
    """Reads the Google sheet now instead of in ten minutes."""
    access.insist_on_all(request.user)
    try:
        taken = google_sheets.pull()
    except google_sheets.SheetUnavailable as error:
        messages.error(request, str(error))
    else:
        told = f"{len(taken)} tabs have changed; the worker applies them."
        messages.success(
            request, told if taken else "Nothing in the sheet has changed."
        )
    return redirect("import")


@permission_required(NEEDED, raise_exception=True)
def trial(request: HttpRequest, delivery_id: UUID) -> HttpResponse:
    delivery = _found(delivery_id, request)
    context = {
        **site.each_context(request),
        "title": f"Import: {delivery.category}",
        "delivery": delivery,
        "counts": Counter(one["outcome"] for one in delivery.results).items(),
        "is_tried": delivery.state == Delivery.State.TRIED,
        "is_running": delivery.state == Delivery.State.RECEIVED,
        "is_undoable": delivery.state in UNDOABLE,
        "total": len(delivery.rows),
    }
    return render(request, "admin/staff/import_trial.html", context)


@require_POST
@permission_required(NEEDED, raise_exception=True)
def accept(request: HttpRequest, delivery_id: UUID) -> HttpResponse:
    delivery = _found(delivery_id, request)
    if receive.accept(delivery.pk):
        messages.success(request, "The worker applies it; this page tells the outcome.")
    else:
        messages.warning(request, "This table was applied already.")
    return redirect("import-trial", delivery.pk)


@require_POST
@permission_required(NEEDED, raise_exception=True)
def undo(request: HttpRequest, delivery_id: UUID) -> HttpResponse:
    delivery = _found(delivery_id, request)
    if delivery.state not in UNDOABLE:
        messages.warning(request, "There is nothing to undo.")
        return redirect("import-trial", delivery.pk)
    undone = restore.undo(delivery, request.user)
    messages.success(request, f"{undone.count} rows are as they were before.")
    for name, why in undone.left.items():
        messages.warning(request, f"{name} was left as it is: {why}")
    return redirect("import-trial", delivery.pk)


@permission_required("catalog.view_item", raise_exception=True)
def export(request: HttpRequest, category: str, kind: str) -> HttpResponse:
    """All rows of a category, or with `?template` the columns alone."""
    if category not in columns.CATEGORIES:
        raise Http404
    model = columns.CATEGORIES[category]
    head = exporting.head(model)
    rows = access.mine(model.objects.order_by("property", "name"), request.user)
    if slug := request.GET.get("property"):
        rows = rows.filter(property__slug=slug)
    lines = [] if "template" in request.GET else exporting.lines(model, rows)
    write, content_type = WRITERS[kind]
    answer = HttpResponse(write(head, lines), content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{category}.{kind}"'
    return answer


def _found(delivery_id: UUID, request: HttpRequest) -> Any:
    found = Delivery.objects.select_related("property").filter(pk=delivery_id).first()
    if found is None:
        raise Http404
    access.insist(request.user, found.property)
    return found
