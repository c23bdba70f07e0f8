"""An answer as a text message: plain words, a few segments, the rest behind a link."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings

from apps.conversations.stream.events import Event
from apps.infrastructure import patterns
from apps.properties.models import Property
from apps.sms.outgoing import notices, segments, whole_answers

# Of a page: stress, headings, and the numbers of sources.
MARKUP = patterns.compile(r"\*\*|__|^#+ | ?\[[0-9]{1,2}\]", "m")
# Phones write these without accents too, and nobody is at a loss.
READ_WITHOUT_ACCENTS = frozenset({"es", "fr", "it", "pt"})
LINK = patterns.compile(r"\[([^\]]+)\]\((https?://[^)\s]+)\)")


def of(
    event: Event, place: Property, text_id: UUID, *, is_first: bool, question: str = ""
) -> str:
    """The last event of a turn as a message, whose id the link carries.

    is_first: the guest has had no answer yet, and learns who writes and how to stop.
    question: of ours, that ends the message where there is room for it: no answer is
    cut for it alone.
    Words for a guest in danger are never cut: they hold the numbers to call.
    """
    language = str(event.get("lang") or "en")
    text = segments.plain(_unformatted(str(event.get("text") or event["message"])))
    if event.get("help"):
        return text
    note = f"\n{notices.say('sms_first', place, language)}" if is_first else ""
    request = f"\n{question}" if question else ""
    for message in (text + note + request, text + note):
        for spelled in (message, _shorter(message, language)):
            if segments.count(spelled) <= settings.SMS_MAX_SEGMENTS:
                return spelled
    url = whole_answers.url(text_id)
    more = f" {notices.say('sms_more', place, language, url=url)}" if url else ""
    ending = more + note
    if segments.count(ending + request) < settings.SMS_MAX_SEGMENTS:
        ending += request
    text, ending = _shorter(text, language), _shorter(ending, language)
    return segments.cut(text, settings.SMS_MAX_SEGMENTS, ending)


def _shorter(text: str, language: str) -> str:
    """A segment holds twice as much of it without the accents of “según”."""
    return segments.unaccented(text) if language in READ_WITHOUT_ACCENTS else text


def _unformatted(text: str) -> str:
    """Without the marks that only a page shows."""
    return MARKUP.sub("", LINK.sub(lambda link: f"{link[1]} {link[2]}", text)).strip()
