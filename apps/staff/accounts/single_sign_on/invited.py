"""Finds the account of somebody who has signed in at the provider.

It is found anew each time, by the address that the manager entered. Nothing links the
two, so an account whose address changes belongs to the other person from then on.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth.models import User
from django.http import HttpRequest

from apps.staff.accounts.single_sign_on.refusals import SignInError

# Counted apart from wrong passwords, which anybody can send for a user name.
USERNAME_SUFFIX = ", single sign-on"
# axes keeps so much of a name.
MOST_CHARACTERS = 200


def account(request: HttpRequest, claims: Mapping[str, Any]) -> User:
    """Raises SignInError where it finds none, and counts that as a failed sign-in.

    claims: of an ID token that was verified.
    """
    email = claims.get("email")
    email = email.strip() if isinstance(email, str) else ""
    username = f"{email.casefold()[:MOST_CHARACTERS]}{USERNAME_SUFFIX}"
    credentials = {"username": username}
    if not AxesProxyHandler.is_allowed(request, credentials):
        # AxesMiddleware then responds with the lockout page.
        request.axes_locked_out = True  # type: ignore[attr-defined]
        raise SignInError("locked")
    try:
        return _account(email, is_verified=claims.get("email_verified") is True)
    except SignInError:
        AxesProxyHandler.user_login_failed(User, credentials, request)
        raise


def _account(email: str, *, is_verified: bool) -> User:
    if not (email and is_verified):
        raise SignInError("unverified")
    rows = User.objects.filter(email__iexact=email, is_staff=True)
    accounts = [row for row in rows if _folded(row.email) == _folded(email)]
    if not accounts:
        raise SignInError("unknown")
    if len(accounts) > 1:
        raise SignInError("ambiguous")
    if not accounts[0].is_active:
        raise SignInError("inactive")
    return accounts[0]


def _folded(email: str) -> str:
    """PostgreSQL takes some letters for others, as `i` without its dot for `i`."""
    return unicodedata.normalize("NFKC", email).casefold()
