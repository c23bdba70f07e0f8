"""The runbook as a page, so that incidents can link to its sections, and the documents
that it links to."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from django.conf import settings
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from markdown_it import MarkdownIt

from apps.infrastructure import patterns

HEADING = patterns.compile(r"<h([23])>(.*?)</h[23]>")
FOLDER = (settings.BASE_DIR / "docs").resolve()
LINK = patterns.compile(r'<a href="([^"]*)">')
NON_LETTERS = patterns.compile(r"[^a-z]+")


@permission_required("ops.view_incident", raise_exception=True)
def show(request: HttpRequest, name: str = "runbook.md") -> HttpResponse:
    """name: of a file in the folder of documents; a link leads from one to another."""
    path = FOLDER / name
    if not _is_document(path):
        raise Http404
    text = path.read_text(encoding="utf-8")
    page = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    page = LINK.sub(partial(_link, path.parent), HEADING.sub(_add_anchor, page))
    context = {
        **site.each_context(request),
        "title": text.partition("\n")[0].lstrip("# "),
        "page": mark_safe(page),  # noqa: S308 - our own file
    }
    return render(request, "admin/ops/runbook.html", context)


def _is_document(path: Path) -> bool:
    path = path.resolve()
    return path.suffix == ".md" and path.is_relative_to(FOLDER) and path.is_file()


def _link(folder: Path, match: patterns.Match) -> str:
    """Without the address where that is a file which this page does not show."""
    address = match.group(1).partition("#")[0]
    is_elsewhere = "://" in address or not address
    is_shown = is_elsewhere or _is_document(folder / address)
    return match.group() if is_shown else "<a>"


def _add_anchor(heading: patterns.Match) -> str:
    level, title = heading.groups()
    name = NON_LETTERS.sub("-", title.lower()).strip("-")
    return f'<h{level} id="{name}">{title}</h{level}>'
