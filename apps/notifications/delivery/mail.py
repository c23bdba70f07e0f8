"""Mails a notification by Django's settings."""

from __future__ import annotations

import smtplib

from django.conf import settings
from django.core.mail import EmailMessage

from apps.notifications.delivery.failures import MailServerFails, NotDelivered

NO_SERVER = "No mail server is set (EMAIL_URL)."
NO_ADDRESS = "The account has no e-mail address any more."
# Of RFC 5321: a server that refuses for now, such as one that greylists strangers.
TEMPORARY = range(400, 500)
# Refusals of one message by a server that works.
OF_THE_MESSAGE = (smtplib.SMTPSenderRefused, smtplib.SMTPDataError)


def send(to: str, subject: str, body: str) -> None:
    """Raises NotDelivered, without what the server says: it may name the address.

    Raises MailServerFails where the server takes no message at all.
    """
    if not settings.SENDS_MAIL:
        raise NotDelivered(NO_SERVER)
    if not to:
        raise NotDelivered(NO_ADDRESS)
    try:
        EmailMessage(subject, body, to=[to]).send()
    except smtplib.SMTPRecipientsRefused as refusal:
        may_retry = all(code in TEMPORARY for code, _ in refusal.recipients.values())
        problem = "The mail server refuses the address."
        raise NotDelivered(problem, may_retry=may_retry) from None
    except OF_THE_MESSAGE as error:
        raise NotDelivered(_problem(error), may_retry=True) from None
    except OSError as error:
        raise MailServerFails(_problem(error), may_retry=True) from None


def _problem(error: OSError) -> str:
    return f"The mail server did not take it ({type(error).__name__})."
