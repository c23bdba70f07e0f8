"""What django-allauth asks about sign-ins at the provider."""

from __future__ import annotations

import secrets
from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthError
from django.http import HttpRequest

from apps.staff.accounts.single_sign_on import invited, provider, refusals


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
        sociallogin.user = invited.account(request, claims)

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
