"""The guest page, and whether the house is in order."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from apps.llm.chat import provider
from apps.properties.models import Property
from apps.webchat import client_address, form_post, frames, module_preload, page_texts
from apps.webchat.page_texts import Words
from apps.webchat.starters import starters


@csrf_exempt
@never_cache
def embedded(request: HttpRequest, slug: str) -> HttpResponse:
    """The chat page in a frame of the property's own sites, and of this one.

    It sets no cookie, so a question that is posted before the script has come needs no
    token; nobody is signed in by it and nothing of anybody is changed.
    """
    place = get_object_or_404(Property, slug=slug)
    answer = page(request, slug, is_embedded=True)
    sites = ["'self'", *place.widget_origins]
    answer._csp_replace = {"frame-ancestors": sites}  # type: ignore[attr-defined]
    answer.xframe_options_exempt = True
    return answer


def privacy(request: HttpRequest, slug: str) -> HttpResponse:
    """What happens to what a guest writes, in a minute's reading."""
    place = get_object_or_404(Property, slug=slug)
    said = page_texts.of(request)
    context = {"property": place, "words": said.page(name=place.name)}
    return _in_words(request, "webchat/privacy.html", said, context)


def widget_demo(request: HttpRequest, slug: str = "") -> HttpResponse:
    """A page of somebody's site with the chat in its corner."""
    place = get_object_or_404(Property, slug=slug or settings.DEFAULT_PROPERTY)
    return render(request, "webchat/widget_demo.html", {"property": place})


@never_cache
def page(
    request: HttpRequest, slug: str = "", *, is_embedded: bool = False
) -> HttpResponse:
    """The chat page of a property; a posted form is answered without a script."""
    rows = Property.objects.select_related("jurisdiction")
    place = get_object_or_404(rows, slug=slug or settings.DEFAULT_PROPERTY)
    said = page_texts.of(request)
    at = timezone.now().astimezone(place.zone)
    greeting = said.greeting(at)
    is_staff = bool(getattr(request.user, "is_staff", False))
    is_paused = place.bot_mode == Property.BotMode.PAUSED
    context = {
        "property": place,
        "languages": page_texts.others(said),
        "greeting": greeting,
        "when": said.moment(at),
        "starters": [] if is_paused else starters(place, at, said),
        "paused": is_paused,
        "is_embedded": is_embedded,
        "provider": provider(),
        "modules": module_preload.needed(),
        "websocket_path": f"/ws/{place.slug}/?lang={said.language}",
        "is_staff": is_staff,
        "words": said.page(for_staff=is_staff, name=place.name, greeting=greeting),
        "plain": None if is_paused else _plain(request, place, said.language),
    }
    return _in_words(request, "webchat/page.html", said, context)


def _in_words(
    request: HttpRequest, template: str, said: Words, context: dict[str, Any]
) -> HttpResponse:
    """A page in the guest's language, marked as such for what keeps it on the way."""
    spoken = {"language": said.language, "direction": said.direction}
    answer = render(request, template, {**context, **spoken})
    answer["Content-Language"] = said.language
    patch_vary_headers(answer, ["Accept-Language"])
    return answer


def _plain(
    request: HttpRequest, place: Property, language: str
) -> dict[str, str] | None:
    if request.method != "POST":
        return None
    try:
        text = frames.clean(request.POST.get("text", ""))
    except frames.BadFrame as error:
        return form_post.notice(place, error.reply, language)
    if not text:
        return None
    address = client_address.of_request(request)
    return form_post.answer(place, text, uuid4(), language, address)
