"""The runbook as a page, so that incidents can link to its sections."""

from __future__ import annotations

from django.conf import settings
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from markdown_it import MarkdownIt

from apps.infrastructure import patterns

HEADING = patterns.compile(r"<h([23])>(.*?)</h[23]>")
NON_LETTERS = patterns.compile(r"[^a-z]+")


@permission_required("ops.view_incident", raise_exception=True)
def show(request: HttpRequest) -> HttpResponse:
    text = (settings.BASE_DIR / "docs" / "runbook.md").read_text(encoding="utf-8")
    page = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    context = {
        **site.each_context(request),
        "title": "Runbook",
        "page": mark_safe(HEADING.sub(_add_anchor, page)),  # noqa: S308 - our own file
    }
    return render(request, "admin/ops/runbook.html", context)


def _add_anchor(heading: patterns.Match) -> str:
    level, title = heading.groups()
    name = NON_LETTERS.sub("-", title.lower()).strip("-")
    return f'<h{level} id="{name}">{title}</h{level}>'
