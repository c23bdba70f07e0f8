"""Why nobody was let in, and the page that says it."""

from __future__ import annotations

import logging

from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

logger = logging.getLogger(__name__)

# Reason -> status and sentence; {name} is the provider's.
REASONS: dict[str, tuple[int, str]] = {
    "cancelled": (403, "You cancelled the sign-in at {name}."),
    "state": (
        403,
        "This sign-in was not started here, took longer than ten minutes or was "
        "used before. Start again.",
    ),
    "provider": (502, "{name} does not work at the moment. Try again in a minute."),
    "token": (502, "{name} answered with something that cannot be trusted."),
    "unverified": (
        403,
        "{name} does not say that your e-mail address is verified. Verify it there.",
    ),
    "unknown": (
        403,
        "No account has your e-mail address. Ask a manager of your property to "
        "invite you with the address that {name} knows.",
    ),
    "ambiguous": (
        403,
        "Several accounts have your e-mail address. Ask a manager to leave one of "
        "them with it.",
    ),
    "locked": (429, "There were too many attempts with your e-mail address."),
    "inactive": (403, "Your account is switched off. Ask a manager of your property."),
}


class SignInError(OAuth2Error):
    """A sign-in ends without a login."""

    def __init__(self, reason: str) -> None:
        """reason: a key of `REASONS`."""
        super().__init__(reason)
        self.reason = reason


def page(request: HttpRequest, reason: str) -> HttpResponse:
    """Logs the reason without the person."""
    logger.warning("Single sign-on was refused: %s", reason)
    status, text = REASONS[reason]
    sentence = text.format(name=settings.STAFF_SSO_NAME)
    sentence = sentence[:1].upper() + sentence[1:]
    context = {"sentence": sentence}
    return render(
        request, "account/single_sign_on_refused.html", context, status=status
    )
