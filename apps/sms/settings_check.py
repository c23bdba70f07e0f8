"""Settings of text messages that are missing or contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings

from apps.guests import contacts
from apps.sms.telnyx import webhook

HOURS = range(24)
CONFIRMERS = ("carrier", "us")
MOST_SEGMENTS = 10
MOST_DELAY_SECONDS = 60


def problems() -> Iterator[tuple[str, str]]:
    """What is wrong, and the mend."""
    if settings.SMS_ENABLED:
        yield from _missing()
    start, end = settings.QUIET_HOURS_START, settings.QUIET_HOURS_END
    if start not in HOURS or end not in HOURS or end >= start:
        yield (
            f"Text messages cannot rest from {start} to {end} o'clock.",
            "Set QUIET_HOURS_START to an hour of the evening, after QUIET_HOURS_END.",
        )
    if settings.SMS_STOP_CONFIRMED_BY not in CONFIRMERS:
        confirmer = settings.SMS_STOP_CONFIRMED_BY
        yield (
            f"“{confirmer}” cannot confirm a stop.",
            "Set SMS_STOP_CONFIRMED_BY to carrier or us.",
        )
    if not 1 <= settings.SMS_MAX_SEGMENTS <= MOST_SEGMENTS:
        yield (
            f"No text message has {settings.SMS_MAX_SEGMENTS} segments.",
            f"Set SMS_MAX_SEGMENTS to 1 to {MOST_SEGMENTS}.",
        )
    if not 0 <= settings.SMS_REPLY_DELAY_SECONDS <= MOST_DELAY_SECONDS:
        yield (
            f"Nobody waits {settings.SMS_REPLY_DELAY_SECONDS:g} seconds for a text.",
            f"Set SMS_REPLY_DELAY_SECONDS to 0 to {MOST_DELAY_SECONDS}.",
        )


def _missing() -> Iterator[tuple[str, str]]:
    for name in ("TELNYX_API_KEY", "TELNYX_PUBLIC_KEY", "SMS_FROM_NUMBER"):
        if not getattr(settings, name):
            yield f"SMS_ENABLED is on without {name}.", f"Set {name}, or SMS_ENABLED=0."
    number = settings.SMS_FROM_NUMBER
    if number and contacts.e164(number) != number:
        yield (
            f"{number} is no number in E.164.",
            "Write SMS_FROM_NUMBER as +18605551234.",
        )
    if settings.TELNYX_PUBLIC_KEY and not _is_key(settings.TELNYX_PUBLIC_KEY):
        hint = "Copy TELNYX_PUBLIC_KEY from Telnyx's portal."
        yield "TELNYX_PUBLIC_KEY is no Ed25519 key in base64.", hint


def _is_key(text: str) -> bool:
    try:
        webhook.load_key(text)
    except ValueError:
        return False
    return True
