"""The first account of an installation, and the link by which it gets a password."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

EXISTS = (
    "“{username}” has set a password already and may do everything: invite others "
    "under “Team”, or set another password with `manage.py changepassword {username}`."
)
TAKEN = "“{username}” is an account without all rights; choose another user name."


class FirstAccountRefused(Exception):  # noqa: N818 - it says what happened
    """Nothing was changed; the message says why."""


@transaction.atomic
def create(username: str, email: str = "") -> User:
    """A superuser without a password, which its owner sets by a link.

    One who has not done so yet is given back as is. Raises FirstAccountRefused.
    """
    for owner in User.objects.filter(is_superuser=True, is_active=True):
        if owner.has_usable_password():
            raise FirstAccountRefused(EXISTS.format(username=owner.username))
    account = User.objects.filter(username__iexact=username).first()
    if account is None:
        return _created(username, email)
    if not account.is_superuser:
        raise FirstAccountRefused(TAKEN.format(username=account.username))
    return account


def _created(username: str, email: str) -> User:
    try:
        User.username_validator(username)
        if email:
            validate_email(email)
    except ValidationError as error:
        raise FirstAccountRefused(" ".join(error.messages)) from error
    account = User(username=username, email=email, is_staff=True, is_superuser=True)
    account.set_unusable_password()
    account.save()
    return account


def path(account: User) -> str:
    """Works once, within `PASSWORD_RESET_TIMEOUT` seconds."""
    key = urlsafe_base64_encode(force_bytes(account.pk))
    token = default_token_generator.make_token(account)
    return reverse("choose-password", args=[key, token])
