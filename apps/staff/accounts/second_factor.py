"""The second factor: who has one, who needs none, and a lockout after wrong codes.

A guesser of codes knows the password already, so wrong codes lock the account for all
addresses: many addresses allow no more guesses than one.
"""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.core import context
from allauth.mfa.base import forms
from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from axes.conf import settings
from axes.handlers.proxy import AxesProxyHandler
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet, Sum
from django.http import HttpRequest
from django.utils import timezone

# Counted apart from wrong passwords, which anybody can send for a user name.
USERNAME_SUFFIX = ", second factor"
# Of all accounts together: the staff of a resort often share an address.
MOST_FROM_ADDRESS = 20


def is_missing(request: HttpRequest) -> bool:
    """Whether the user must set one up before entering the admin."""
    if not settings.REQUIRE_TWO_FACTOR or is_set_up(request.user):
        return False
    if not settings.STAFF_SSO_SECOND_FACTOR:
        return True
    return not _is_left_to_provider(request, request.user)


def is_set_up(user: Any) -> bool:
    rows = Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.TOTP)
    return bool(rows.exists())


def _is_left_to_provider(request: HttpRequest, user: Any) -> bool:
    """Whether the user's last step of this login was single sign-on that has one."""
    records = get_authentication_records(request, user)
    methods = [record["method"] for record in records if record["method"] != "mfa"]
    last = methods[-1] if methods else ""
    return bool(settings.STAFF_SSO_SECOND_FACTOR) and last == "socialaccount"


class CodeStage(AuthenticateStage):
    """Asks for the code between the password, or single sign-on, and the login."""

    def _should_handle(self, request: HttpRequest) -> bool:
        if _is_left_to_provider(request, self.login.user):
            return False
        return bool(super()._should_handle(request))


class _LimitedCode:
    user: User

    def clean_code(self) -> str:
        request = context.request
        name = f"{self.user.get_username().casefold()}{USERNAME_SUFFIX}"
        AxesProxyHandler.update_request(request)
        if _lock_if_exceeded(request, name):
            raise get_adapter().validation_error("too_many_login_attempts")
        try:
            return str(super().clean_code())  # type: ignore[misc]
        except ValidationError:
            credentials: dict[str, Any] = {"username": name}
            AxesProxyHandler.user_login_failed(type(self), credentials, request)
            _lock_if_exceeded(request, name)
            raise


class AuthenticateForm(_LimitedCode, forms.AuthenticateForm):
    """The code of a login."""


class ReauthenticateForm(_LimitedCode, forms.ReauthenticateForm):
    """The code before a change of the second factor."""


def _lock_if_exceeded(request: Any, name: str) -> bool:
    """Whether it is locked; AxesMiddleware then responds with the lockout page."""
    recent = AccessAttempt.objects.filter(
        attempt_time__gte=timezone.now() - settings.AXES_COOLOFF_TIME
    )
    address = Q(ip_address=request.axes_ip_address, username__endswith=USERNAME_SUFFIX)
    is_locked = (
        _failures(recent.filter(username=name)) >= settings.AXES_FAILURE_LIMIT
        or _failures(recent.filter(address)) >= MOST_FROM_ADDRESS
    )
    if is_locked:
        request.axes_locked_out = True
    return is_locked


def _failures(attempts: QuerySet[AccessAttempt]) -> int:
    return attempts.aggregate(count=Sum("failures_since_start"))["count"] or 0
