"""What django-allauth asks about sign-ins at the provider."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Mapping
from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthError
from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth.models import User
from django.http import HttpRequest

from apps.staff.accounts.single_sign_on import provider, refusals
from apps.staff.accounts.single_sign_on.refusals import SignInError

# Counted apart from wrong passwords, which anybody can send for a user name.
USERNAME_SUFFIX = ", single sign-on"
# axes keeps so much of a name.
MOST_CHARACTERS = 200


def invited_account(request: HttpRequest, claims: Mapping[str, Any]) -> User:
    """The account with the address that the provider gives, found anew each time.

    Nothing links the two, so an account whose address a manager changes belongs to the
    other person from then on.

    Raises SignInError where it finds none, and counts that as a failed sign-in.

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


class StaffProviderAdapter(DefaultSocialAccountAdapter):
    """One provider at most, and no account that a manager has not made."""

    def list_apps(self, *_: Any, **__: Any) -> list[SocialApp]:
        return [provider.app()] if provider.is_set_up() else []

    def get_provider(self, request: HttpRequest, *_: Any, **__: Any) -> Any:
        """Raises SocialApp.DoesNotExist without the settings."""
        app = self.get_app(request, provider=provider.PROVIDER_ID)
        return provider.StaffProvider(request=request, app=app)

    def list_providers(self, request: HttpRequest) -> list[Any]:
        return [self.get_provider(request)] if provider.is_set_up() else []

    def is_open_for_signup(
        self, request: HttpRequest, sociallogin: SocialLogin
    ) -> bool:
        return False

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Names the account, or raises SignInError."""
        claims = sociallogin.account.extra_data
        if not secrets.compare_digest(
            str(claims["nonce"]).encode(), sociallogin.state["nonce"].encode()
        ):
            raise refusals.SignInError("token")
        sociallogin.user = invited_account(request, claims)

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: str = AuthError.UNKNOWN,
        exception: Exception | None = None,
        extra_context: dict[str, Any] | None = None,
    ) -> None:
        reason = "provider"
        if isinstance(exception, refusals.SignInError):
            reason = exception.reason
        elif error == AuthError.CANCELLED:
            reason = "cancelled"
        elif "state" not in (extra_context or {}):
            reason = "state"
        raise ImmediateHttpResponse(refusals.page(request, reason))
