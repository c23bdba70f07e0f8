"""The versions of a row with what changed, and the way back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.admin.sites import site
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from apps.catalog.demo.rows import SECTIONS
from apps.desk import scope
from apps.desk.history import difference, restoring
from apps.desk.models import Version

MOST_SHOWN = 100


def show(request: HttpRequest, item_id: int) -> HttpResponse:
    versions = list(
        Version.objects.filter(item=item_id).select_related("by", "property")[
            : MOST_SHOWN + 1
        ]
    )
    for version in versions[:1]:
        _insist(request, version, "view")
    before: list[Version | None] = [*versions[1:], None]
    pairs = zip(versions, before, strict=True)
    context = {
        **site.each_context(request),
        "title": f"History of {versions[0].name}" if versions else "History",
        "shown": [(one, difference.changes(older, one)) for one, older in pairs],
        "newest": versions[0] if versions else None,
    }
    return render(request, "admin/desk/history.html", context)


@require_POST
def restore(request: HttpRequest, version_id: int) -> HttpResponse:
    version = get_object_or_404(Version, pk=version_id)
    _insist(request, version, "change")
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


def _insist(request: HttpRequest, version: Version, verb: str) -> None:
    scope.insist(request.user, version.property)
    model = SECTIONS[version.category]._meta.model_name
    if not request.user.has_perm(f"catalog.{verb}_{model}"):
        raise PermissionDenied
