"""Counts wrong codes of the second factor, and locks as wrong passwords do.

Whoever gets here has given the right password, so the account is locked wherever the
guesses come from: a guesser with many addresses gets no further than with one.
"""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.mfa.base import forms
from axes.conf import settings
from axes.handlers.proxy import AxesProxyHandler
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

# Wrong codes are counted beside wrong passwords, which anybody can send for a name.
SUFFIX = ", second factor"
# Wrong codes from one address, of all accounts: a resort's staff often share one.
MOST_FROM_ADDRESS = 20


class _LimitedCode:
    user: User

    def clean_code(self) -> str:
        request = context.request
        name = f"{self.user.get_username().casefold()}{SUFFIX}"
        AxesProxyHandler.update_request(request)
        if _lock(request, name):
            raise get_adapter().validation_error("too_many_login_attempts")
        try:
            return str(super().clean_code())  # type: ignore[misc]
        except ValidationError:
            failed: dict[str, Any] = {"username": name}
            AxesProxyHandler.user_login_failed(type(self), failed, request)
            _lock(request, name)
            raise


class AuthenticateForm(_LimitedCode, forms.AuthenticateForm):
    """The code that is asked for at every login."""


class ReauthenticateForm(_LimitedCode, forms.ReauthenticateForm):
    """The code that is asked for before the second factor is changed."""


def _lock(request: Any, name: str) -> bool:
    """Whether it is locked; the middleware of axes then answers with the page."""
    recent = AccessAttempt.objects.filter(
        attempt_time__gte=timezone.now() - settings.AXES_COOLOFF_TIME
    )
    address = Q(ip_address=request.axes_ip_address, username__endswith=SUFFIX)
    is_locked = (
        _failures(recent.filter(username=name)) >= settings.AXES_FAILURE_LIMIT
        or _failures(recent.filter(address)) >= MOST_FROM_ADDRESS
    )
    if is_locked:
        request.axes_locked_out = True
    return is_locked


def _failures(attempts: QuerySet[AccessAttempt]) -> int:
    return attempts.aggregate(count=Sum("failures_since_start"))["count"] or 0
