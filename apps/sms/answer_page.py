"""The page behind the link of a text: its conversation, to read and not to write."""

from __future__ import annotations

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.conversations import answer_html, history
from apps.conversations.models import Conversation, Message
from apps.infrastructure import database_scope
from apps.sms.models import OutboundText
from apps.sms.outgoing import message_text, notices


@dataclass
class Exchange:
    """A question of the guest, as the history has it, and what answers it."""

    question: dict[str, Any] = field(default_factory=dict)
    answers: list[dict[str, Any]] = field(default_factory=list)


@require_safe
@never_cache
def show(request: HttpRequest, token: str) -> HttpResponse:
    """410 for a link that has been open once; raises Http404 for a false one."""
    with database_scope.all_properties():
        message = message_text.linked_message(token)
    if message is None:
        raise Http404
    with database_scope.scoped_to(message.property_id):
        return _page_of(request, message)


def _page_of(request: HttpRequest, message: OutboundText) -> HttpResponse:
    exchanges: list[Exchange] = []
    if message_text.is_link_open(message) and message.conversation_id:
        exchanges = exchanges_of(message.conversation_id)
    if not exchanges:
        return _old_link(request, message)
    context = {"property": message.property, "exchanges": exchanges}
    return _private(render(request, "sms/whole_answer.html", context))


def exchanges_of(thread_id: UUID) -> list[Exchange]:
    """All that was said in a thread, the oldest first."""
    exchanges: list[Exchange] = []
    for shown in history.of(thread_id)["messages"]:
        if shown["role"] == Message.Role.GUEST:
            exchanges.append(Exchange(question=shown))
            continue
        if not exchanges:  # the history begins in the middle
            exchanges.append(Exchange())
        # The marks of sources are buttons, which do nothing without a script.
        html = answer_html.to_html(answer_html.MARK.sub("", shown["text"]))
        exchanges[-1].answers.append({**shown, "html": html})
    return exchanges


def _old_link(request: HttpRequest, message: OutboundText) -> HttpResponse:
    place, thread_id = message.property, message.conversation_id
    threads = Conversation.objects.filter(pk=thread_id) if thread_id else None
    thread = threads.first() if threads else None
    language = thread.language if thread else "en"
    words = notices.say("sms_link_old", place, language)
    context = {"property": place, "language": language, "words": words}
    page = render(request, "sms/old_link.html", context, status=HTTPStatus.GONE)
    return _private(page)


def _private(page: HttpResponse) -> HttpResponse:
    """Neither a search engine nor the site behind a link on it learns of the page."""
    page["Referrer-Policy"] = "no-referrer"
    page["X-Robots-Tag"] = "noindex"
    return page
