"""The page behind the link to a shared conversation, to read and not to write."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from asgiref.sync import async_to_sync
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.conversations.models import ShareLink
from apps.conversations.sharing import links, shown
from apps.conversations.turns.limits import rate_limits
from apps.infrastructure import database_scope
from apps.webchat import client_address
from apps.webchat.page import texts


@require_safe
@never_cache
def show(request: HttpRequest, token: str) -> HttpResponse:
    """410 for a link that has ended, 429 for too many requests from an address.

    Raises Http404 for a token that this site has not made.
    """
    if seconds := _wait_seconds(request):
        return _too_fast(request, seconds)
    if not links.is_ours(token):
        raise Http404
    with database_scope.all_properties():
        link = links.find(token, timezone.now())
    if link is None:
        return _over(request)
    with database_scope.scoped_to(link.conversation.property_id):
        return _conversation(request, link)


def _conversation(request: HttpRequest, link: ShareLink) -> HttpResponse:
    page_texts = texts.of_request(request)
    place = link.conversation.property
    when = page_texts.date_and_time(link.created_at.astimezone(place.zone))
    context = {
        "property": place,
        "exchanges": shown.exchanges(link, timezone.now()),
        "words": page_texts.shared(name=place.name, when=when),
    }
    return _private(texts.render(request, "webchat/shared.html", page_texts, context))


def _over(request: HttpRequest) -> HttpResponse:
    page_texts = texts.of_request(request)
    context: dict[str, Any] = {"words": page_texts.shared()}
    page = texts.render(request, "webchat/shared_over.html", page_texts, context)
    page.status_code = HTTPStatus.GONE
    return _private(page)


def _wait_seconds(request: HttpRequest) -> int:
    address, pace = client_address.of_request(request), rate_limits.Pace.COMMAND
    return async_to_sync(rate_limits.wait_seconds)("", address, pace)


def _too_fast(request: HttpRequest, seconds: int) -> HttpResponse:
    words = texts.of_request(request).shared(seconds=str(seconds))
    page = HttpResponse(
        words["shared_too_fast"],
        content_type="text/plain; charset=utf-8",
        status=HTTPStatus.TOO_MANY_REQUESTS,
    )
    page["Retry-After"] = str(seconds)
    return _private(page)


def _private(page: HttpResponse) -> HttpResponse:
    """Neither a search engine nor the site behind a link on it learns of the page."""
    page["Referrer-Policy"] = "no-referrer"
    page["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    return page
