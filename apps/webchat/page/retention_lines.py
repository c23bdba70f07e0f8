"""For how long guests' data is kept, in sentences with days and dates."""

from __future__ import annotations

import math
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from apps.conversations import retention
from apps.properties.models import Property
from apps.webchat.page.texts import PageTexts


def lines(place: Property, texts: PageTexts, *, notes_guests: bool) -> list[str]:
    """One for each kind of data, in the language of the page."""
    words = texts.privacy(
        conversations=str(place.keep_conversations_days),
        date=_date_in(place, place.keep_conversations_days, texts),
        facts=str(retention.fact_days(place)),
        guests=str(place.keep_guests_days),
        requests=str(place.keep_requests_days),
        bookings=str(place.keep_bookings_days),
        texts=str(place.keep_texts_days),
        copies=str(_backup_days()),
    )
    shown = {
        "kept_conversations": True,
        "kept_facts": notes_guests and retention.fact_days(place) > 0,
        "kept_guests": notes_guests,
        "kept_requests": True,
        "kept_texts": settings.SMS_ENABLED,
        "kept_copies": _backup_days() > 0,
    }
    return [words[key] for key, is_shown in shown.items() if is_shown]


def _date_in(place: Property, days: int, texts: PageTexts) -> str:
    """The date so many days from now, by the property's clock."""
    return texts.date(timezone.now().astimezone(place.zone) + timedelta(days=days))


def _backup_days() -> int:
    """Days until the oldest backup is deleted; 0 where the site makes none."""
    return math.ceil(settings.BACKUP_EVERY_HOURS * settings.BACKUP_KEEP / 24)
