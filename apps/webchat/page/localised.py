"""Renders pages in the language of the guest."""

from __future__ import annotations

from typing import Any

from django import shortcuts
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from apps.webchat.page.texts import PageTexts


def render(
    request: HttpRequest, template: str, page_texts: PageTexts, context: dict[str, Any]
) -> HttpResponse:
    """A page in the guest's language, marked as such for caches."""
    attributes = {"language": page_texts.language, "direction": page_texts.direction}
    response = shortcuts.render(request, template, {**context, **attributes})
    response["Content-Language"] = page_texts.language
    patch_vary_headers(response, ["Accept-Language"])
    return response
