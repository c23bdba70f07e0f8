"""A performance as a file for a calendar (RFC 5545).

Its times are in UTC, so that no calendar needs the rules of the property's zone.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone

from apps.catalog.models import Performance
from apps.infrastructure import database_scope, patterns
from apps.knowledge.indexing import unsearched_texts
from apps.properties import websites
from apps.properties.models import Property
from apps.webchat.page import texts
from apps.webchat.page.texts import PageTexts

# Of a line, in bytes; longer ones are folded.
LONGEST_LINE = 75
# How long a show of a genre takes where staff have entered no end; the entry says that
# it is assumed. A calendar shows an event without an end as one of no length.
_ASSUMED_LENGTHS = (
    (patterns.compile(r"\bcomed\w+\b", "i"), timedelta(minutes=90)),
    (patterns.compile(r"\b(?:djs?|dancing|nightclubs?)\b", "i"), timedelta(hours=4)),
    (patterns.compile(r"\b(?:music|concerts?|bands?)\b", "i"), timedelta(hours=2)),
)
_ASSUMED_LENGTH = timedelta(hours=2)


def show(request: HttpRequest, slug: str, performance: int) -> HttpResponse:
    """Raises Http404 for one of another property, or that guests do not see."""
    place = get_object_or_404(Property.objects.only("pk"), slug=slug)
    rows = Performance.objects.live(timezone.now()).filter(show__property=place)
    rows = rows.select_related("show__at_venue", "show__property")
    with database_scope.scoped_to(place.pk):
        row = rows.filter(pk=performance).first()
        if row is None:
            raise Http404
        lines = _lines(row, request.get_host(), texts.of_request(request))
        text = "".join(f"{_folded(line)}\r\n" for line in lines)
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{row.show.slug}.ics"'
    return response


def _lines(row: Performance, host: str, page_texts: PageTexts) -> Iterator[str]:
    place, show = row.show.property, row.show
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Concierge//EN")
    yield "BEGIN:VEVENT"
    yield f"UID:performance-{row.pk}@{host}"
    yield f"DTSTAMP:{_utc(timezone.now())}"
    yield f"DTSTART:{_utc(row.starts_at)}"
    yield f"DTEND:{_utc(row.ends_at or row.starts_at + _assumed_length(row))}"
    yield f"SUMMARY:{_escaped(show.name)}"
    where = ", ".join([show.at_venue.name, place.name, place.location])
    yield f"LOCATION:{_escaped(where)}"
    is_assumed = row.ends_at is None
    note = unsearched_texts.allowed(place, row.note)
    notes = [note, page_texts.calendar()["end_assumed"] if is_assumed else ""]
    if note := " ".join(filter(None, notes)):
        yield f"DESCRIPTION:{_escaped(note)}"
    if address := websites.href(show.website):
        yield f"URL:{address}"
    yield from ("END:VEVENT", "END:VCALENDAR")


def _assumed_length(row: Performance) -> timedelta:
    genre = row.show.genre
    lengths = (length for words, length in _ASSUMED_LENGTHS if words.search(genre))
    return next(lengths, _ASSUMED_LENGTH)


def _utc(moment: datetime) -> str:
    """20261121T010000Z."""
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def _folded(line: str) -> str:
    """Broken where the standard wants it, never inside a letter."""
    parts: list[bytes] = []
    part = b""
    for letter in line:
        encoded = letter.encode()
        # A line that goes on begins with a blank, which counts.
        if len(part) + len(encoded) > LONGEST_LINE - bool(parts):
            parts.append(part)
            part = b""
        part += encoded
    return b"\r\n ".join([*parts, part]).decode()
