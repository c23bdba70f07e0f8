"""Mails a notification by Django's settings."""

from __future__ import annotations

import smtplib

from django.conf import settings
from django.core.mail import EmailMessage

from apps.notifications.failures import NotDelivered

NO_SERVER = "No mail server is set (EMAIL_URL)."


def send(to: str, subject: str, body: str) -> None:
    """Raises NotDelivered, without what the server says: it may name the address."""
    if not settings.SENDS_MAIL:
        raise NotDelivered(NO_SERVER)
    try:
        EmailMessage(subject, body, to=[to]).send()
    except smtplib.SMTPRecipientsRefused:
        raise NotDelivered("The mail server refuses the address.") from None
    except OSError as error:
        problem = f"The mail server did not take it ({type(error).__name__})."
        raise NotDelivered(problem, may_retry=True) from None
