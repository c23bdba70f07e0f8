"""The link by which somebody sets a password of their own, once."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode


def path(account: User) -> str:
    """Works once, within `PASSWORD_RESET_TIMEOUT` seconds."""
    key = urlsafe_base64_encode(force_bytes(account.pk))
    token = default_token_generator.make_token(account)
    return reverse("choose-password", args=[key, token])
