"""What django-allauth and django-axes ask about accounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from axes.helpers import get_client_ip_address
from django.http import HttpRequest

from apps.staff.accounts import second_factor

CODE_STAGE = "apps.staff.accounts.second_factor.CodeStage"


class StaffAccountAdapter(DefaultAccountAdapter):
    """Accounts are created in the admin; nobody signs up."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def is_safe_url(self, url: str | None) -> bool:
        """False for malformed URLs, too."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """As for axes: behind the proxy the client's address, not the proxy's."""
        return str(get_client_ip_address(request))

    def is_reauthentication_required(self, *, app: str) -> bool:
        """Without a second factor, the login itself was just the whole proof."""
        return second_factor.is_set_up(context.request.user)

    def get_login_stages(self) -> list[str]:
        """allauth's, with our stage for the code in place of its own."""
        stages = super().get_login_stages()
        return [
            CODE_STAGE if path.endswith(".AuthenticateStage") else path
            for path in stages
        ]

    def send_mail(self, template_prefix: str, email: str, context: Any) -> None:
        """There is no mail server; the audit log records the change."""


def attempted_username(
    request: HttpRequest | None, credentials: Mapping[str, Any] | None
) -> str:
    """The user name of a login attempt, from the credentials or the form."""
    username = (credentials or {}).get("username")
    form_value = request.POST.get("login", "") if request else ""
    return str(username or form_value).casefold()
