"""Accounts are made by an admin of the desk; nobody signs up."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from django.http import HttpRequest

from apps.staff.accounts import admin_access


class StaffOnly(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def is_safe_url(self, url: str | None) -> bool:
        """False for what is no address at all, too."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def is_reauthentication_required(self, *, app: str) -> bool:
        """Who has no second factor yet has just given the only one there is."""
        return not admin_access.lacks_any_factor(context.request.user)

    def send_mail(self, template_prefix: str, email: str, context: Any) -> None:
        """No mail server belongs to the house; the log of the desk tells instead."""
