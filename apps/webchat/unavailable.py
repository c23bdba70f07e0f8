"""What is shown while the records cannot be reached; it needs no database."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.request import RawPostDataException
from django.template import loader

from apps.conversations import help_lines
from apps.properties import remembered_phones

# Where no property's number was ever read.
AWAY = "The concierge cannot reach its records just now. Please try again in a minute."


def page(request: HttpRequest, status: int = 500) -> HttpResponse:
    """Without the context of other pages, which asks the database who is signed in."""
    slug = request.path_info.strip("/").partition("/")[0]
    context = {"place": remembered_phones.of(slug)}
    html = loader.get_template("500.html").render(context)
    return HttpResponse(html, status=status)


def sentence(request: HttpRequest) -> str:
    """Whom to call instead, for the property and in the language of a JSON body."""
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError, RawPostDataException, UnreadablePostError):
        body = {}
    fields = body if isinstance(body, dict) else {}
    slug, language = str(fields.get("property", "")), str(fields.get("language", ""))
    return help_lines.without_records(slug, language) or AWAY


def wants_page(request: HttpRequest) -> bool:
    """Whether a person's browser asks: programs accept anything, or JSON."""
    return "text/html" in request.headers.get("accept", "")
