"""Who may enter the desk: staff, with a second factor where that is asked for."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.admin.sites import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


def hang(site: AdminSite) -> None:
    """Replaces the admin's own login, which knows one password and no lock."""
    site.has_permission = may_enter  # type: ignore[method-assign]
    site.login = secure_admin_login(_shown_in)  # type: ignore[method-assign]


def may_enter(request: HttpRequest) -> bool:
    return _is_staff(request) and not lacks_factor(request.user)


def lacks_factor(user: Any) -> bool:
    return settings.REQUIRE_TWO_FACTOR and lacks_any_factor(user)


def lacks_any_factor(user: Any) -> bool:
    return not Authenticator.objects.filter(
        user_id=user.pk, type=Authenticator.Type.TOTP
    ).exists()


def _is_staff(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_staff)


def _shown_in(request: HttpRequest, **_: Any) -> HttpResponse:
    """Of somebody who has given the right password."""
    if lacks_factor(request.user):
        return redirect("mfa_activate_totp")
    return redirect(settings.LOGIN_REDIRECT_URL)
