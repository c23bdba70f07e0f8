"""The versions of a row with what changed, and the way back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.admin.sites import site
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from apps.catalog.demo.rows import SECTIONS
from apps.catalog.models import Item
from apps.properties import access
from apps.staff.history import difference, moves
from apps.staff.history import restore as restoring
from apps.staff.models import Version

MOST_SHOWN = 100


def show(request: HttpRequest, item_id: int) -> HttpResponse:
    place = moves.property_of(item_id)
    if place is None:
        raise Http404
    access.insist(request.user, place)
    rows = moves.readable(item_id, request.user).select_related("by", "property")
    versions = list(rows[: MOST_SHOWN + 1])
    _insist_on_permission(request, _model(item_id, versions), "view")
    # A row that nobody edited has no version at all, and so no pair.
    before: list[Version | None] = [*versions, None][1:]
    pairs = zip(versions, before, strict=True)
    context = {
        **site.each_context(request),
        "title": f"History of {versions[0].name}" if versions else "History",
        "shown": [(one, difference.changes(older, one)) for one, older in pairs],
        "newest": versions[0] if versions else None,
    }
    return render(request, "admin/staff/history.html", context)


@require_POST
def restore(request: HttpRequest, version_id: int) -> HttpResponse:
    version = get_object_or_404(Version, pk=version_id)
    if not moves.readable(version.item, request.user).filter(pk=version.pk).exists():
        raise PermissionDenied
    _insist_on_permission(request, SECTIONS[version.category], "change")
    try:
        item = restoring.restore(version, request.user)
    except ValidationError as error:
        for message in error.messages:
            messages.error(request, f"It was not restored: {message}")
        return redirect("item-history", version.item)
    messages.success(request, f"{item} is as it was then.")
    return redirect(_address(item, version))


def _address(item: Any, version: Version) -> str:
    model = SECTIONS[version.category]._meta.model_name
    return reverse(f"admin:catalog_{model}_change", args=[item.pk])


def _model(item_id: int, versions: list[Version]) -> type[Item]:
    """The kind of the row; its versions know it when the row is gone."""
    if versions:
        return SECTIONS[versions[0].category]
    return type(get_object_or_404(Item, pk=item_id).concrete)


def _insist_on_permission(request: HttpRequest, model: type[Item], verb: str) -> None:
    if not request.user.has_perm(f"catalog.{verb}_{model._meta.model_name}"):
        raise PermissionDenied
