"""The history page of a row, and restoring a version."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.admin.sites import site
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from apps.catalog.demo.rows import SECTIONS
from apps.catalog.models import Item
from apps.properties import access
from apps.staff.drafts import draft_decisions
from apps.staff.history import difference, versions
from apps.staff.models import Version

MOST_SHOWN = 100


def show(request: HttpRequest, item_id: int) -> HttpResponse:
    place = versions.property_of(item_id)
    if place is None:
        raise Http404
    access.insist(request.user, place)
    rows = versions.readable_by(request.user, item_id)
    newest_first = list(rows.select_related("by", "property")[: MOST_SHOWN + 1])
    model = _model(item_id, newest_first)
    _insist_on_permission(request, model, "view")
    # A row that was never edited has no version, and so no pair.
    predecessors: list[Version | None] = [*newest_first, None][1:]
    pairs = zip(newest_first, predecessors, strict=True)
    names = difference.names_of(newest_first)
    with timezone.override(place.zone):
        decisions = draft_decisions.by_version(place, item_id, newest_first)
        context = {
            **site.each_context(request),
            "title": _title(newest_first),
            "versions": [
                (
                    version,
                    difference.changes(older, version, names),
                    decisions.pop(version.pk, []),
                )
                for version, older in pairs
            ],
            "newest": newest_first[0] if newest_first else None,
            "later_decisions": decisions.get(None, []),
            "may_restore": _may(request, model, "change"),
        }
        return render(request, "admin/staff/history.html", context)


def _title(newest_first: list[Version]) -> str:
    return f"History of {newest_first[0].name}" if newest_first else "History"


@require_POST
def restore(request: HttpRequest, version_id: int) -> HttpResponse:
    version = get_object_or_404(Version, pk=version_id)
    readable = versions.readable_by(request.user, version.item)
    if not readable.filter(pk=version.pk).exists():
        raise PermissionDenied
    _insist_on_permission(request, SECTIONS[version.category], "change")
    try:
        item = versions.restore(version, request.user)
    except ValidationError as error:
        for message in error.messages:
            messages.error(request, f"The row was not restored: {message}")
        return redirect("item-history", version.item)
    messages.success(request, f"{item} was restored.")
    return redirect(_form_url(item, version))


def _form_url(item: Any, version: Version) -> str:
    model = SECTIONS[version.category]._meta.model_name
    return reverse(f"admin:catalog_{model}_change", args=[item.pk])


def _model(item_id: int, row_versions: list[Version]) -> type[Item]:
    """The kind of the row, also of a deleted one with versions."""
    if row_versions:
        return SECTIONS[row_versions[0].category]
    return type(get_object_or_404(Item, pk=item_id).concrete)


def _insist_on_permission(request: HttpRequest, model: type[Item], verb: str) -> None:
    if not _may(request, model, verb):
        raise PermissionDenied


def _may(request: HttpRequest, model: type[Item], verb: str) -> bool:
    user: Any = request.user
    return bool(user.has_perm(f"catalog.{verb}_{model._meta.model_name}"))
