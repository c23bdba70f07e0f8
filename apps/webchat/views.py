"""The guest page and the pages beside it."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import ProgrammingError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from apps.catalog import resort_maps
from apps.catalog.models import Item
from apps.conversations import help_lines
from apps.infrastructure import database_scope
from apps.llm.chat import provider
from apps.properties import flags
from apps.properties.models import Property
from apps.webchat import client_address, staff_trace
from apps.webchat.page import form_post, place_in_focus, retention_lines, texts
from apps.webchat.page.starters import MAX_STARTERS, Starter, starters
from apps.webchat.page.texts import PageTexts
from apps.webchat.sockets import websocket_frames

RELOAD_SECONDS = 5
log = logging.getLogger(__name__)


@csrf_exempt
@never_cache
def embedded(request: HttpRequest, slug: str) -> HttpResponse:
    """The chat page in a frame of the property's own sites, and of this one.

    It sets no cookie, so a question that is posted before the script has loaded needs
    no token: it signs nobody in and changes nothing that exists.
    """
    place = get_object_or_404(Property, slug=slug)
    response = page(request, slug, is_embedded=True)
    sites = ["'self'", *place.widget_origins]
    response._csp_replace = {"frame-ancestors": sites}  # type: ignore[attr-defined]
    response.xframe_options_exempt = True
    return response


def privacy(request: HttpRequest, slug: str) -> HttpResponse:
    """What happens to the words of a guest, in a minute's reading."""
    place = get_object_or_404(Property, slug=slug)
    page_texts = texts.of_request(request)
    with database_scope.scoped_to(place.pk):
        notes_guests = flags.notes_guests(flags.of(place))
    context = {
        "property": place,
        "words": page_texts.privacy(name=place.name),
        "notes_guests": notes_guests,
        "kept": retention_lines.lines(place, page_texts, notes_guests=notes_guests),
    }
    return texts.render(request, "webchat/privacy.html", page_texts, context)


def widget_demo(request: HttpRequest, slug: str = "") -> HttpResponse:
    """A page of another site with the chat in its corner."""
    place = get_object_or_404(Property, slug=slug or settings.DEFAULT_PROPERTY)
    loader = request.build_absolute_uri(static("webchat/widget.js"))
    context = {"property": place, "loader": loader}
    return render(request, "webchat/widget_demo.html", context)


@never_cache
def page(
    request: HttpRequest, slug: str = "", *, is_embedded: bool = False
) -> HttpResponse:
    """The chat page of a property; a posted form is answered without a script."""
    try:
        place = _property(slug or settings.DEFAULT_PROPERTY)
    except ProgrammingError:  # the first start has not made its tables yet
        log.warning("the tables are not as the program expects", exc_info=True)
        return _preparing(request)
    if place is None:
        return _not_ready(request, slug)
    with database_scope.scoped_to(place.pk):
        return _page_of(request, place, is_embedded=is_embedded)


def _page_of(
    request: HttpRequest, place: Property, *, is_embedded: bool
) -> HttpResponse:
    page_texts = texts.of_request(request)
    at = timezone.now().astimezone(place.zone)
    greeting = page_texts.greeting(at)
    is_staff = staff_trace.is_visible(request.user, place)
    is_paused = place.bot_mode == Property.BotMode.PAUSED
    here = place_in_focus.of_request(request, place, at)
    facts = {"greeting": greeting, "place": here.name if here else ""}
    words = page_texts.page(for_staff=is_staff, name=place.name, **facts)
    answer = None if is_paused else _form_answer(request, place, page_texts.language)
    context = {
        "property": place,
        "languages": texts.other_languages(page_texts, request.GET),
        "when": page_texts.moment(at),
        "starters": [] if is_paused else _starters(place, here, at, page_texts),
        "here": here,
        "placed": resort_maps.placed(place, at),
        "paused": is_paused,
        "is_embedded": is_embedded,
        "provider": provider(),
        "websocket_path": _websocket_path(place, here, page_texts.language),
        "is_staff": is_staff,
        "notes_guests": flags.notes_guests(flags.of(place)),
        "words": words,
        "help_lines": [] if is_paused else help_lines.of(place, page_texts.language),
        "plain": answer,
    }
    return texts.render(request, "webchat/page.html", page_texts, context)


def _websocket_path(place: Property, here: Item | None, language: str) -> str:
    path = f"/ws/{place.slug}/?lang={language}"
    return f"{path}&place={here.pk}" if here else path


def _starters(
    place: Property, here: Item | None, at: datetime, page_texts: PageTexts
) -> list[Starter]:
    """What one asks where the guest is comes first."""
    about_here = place_in_focus.starters(here, at, page_texts) if here else []
    return [*about_here, *starters(place, at, page_texts)][:MAX_STARTERS]


def _property(slug: str) -> Property | None:
    rows = Property.objects.select_related("jurisdiction")
    return rows.filter(slug=slug).first()


def _not_ready(request: HttpRequest, slug: str) -> HttpResponse:
    """While a first start writes the demo, or before staff enter a property.

    Raises Http404 where there are properties, but not this one.
    """
    if slug or Property.objects.exists():
        raise Http404
    return _preparing(request, waits_for_staff=settings.IS_PRODUCTION)


def _preparing(request: HttpRequest, *, waits_for_staff: bool = False) -> HttpResponse:
    """A small page that says so, and opens the concierge as soon as it can.

    waits_for_staff: production writes no demo, so the page leads to the first account.
    """
    context = {"seconds": RELOAD_SECONDS, "waits_for_staff": waits_for_staff}
    response = render(request, "webchat/not_ready.html", context, status=503)
    response["Retry-After"] = str(RELOAD_SECONDS)
    return response


def _form_answer(
    request: HttpRequest, place: Property, language: str
) -> dict[str, Any] | None:
    if request.method != "POST":
        return None
    form = request.POST
    visit = form_post.Visit(
        place,
        language,
        client_address.of_request(request),
        form_post.uuid_of(form.get("thread", "")),
        form.get("secret", ""),
        place_in_focus.number_in(request.GET),
    )
    if action := form.get("action"):
        version = form_post.version_of(form.get("version", ""))
        return form_post.press(visit, form.get("request", ""), action, version)
    try:
        text = websocket_frames.clean(form.get("text", ""))
    except websocket_frames.InvalidFrame as error:
        return form_post.notice(place, error.reply, language)
    return form_post.answer(visit, text, uuid4()) if text else None
