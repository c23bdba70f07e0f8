"""Which staff may see on the guest page how an answer was made."""

from __future__ import annotations

from typing import Any

from django.contrib.admin.sites import site
from django.http import HttpRequest

from apps.properties import access
from apps.properties.models import Property

PERMISSION = "conversations.view_conversation"


def is_visible(user: Any, place: Property) -> bool:
    """Whether the user may read the property's conversations in the admin."""
    if not getattr(user, "is_staff", False):
        return False
    request = HttpRequest()
    request.user = user
    may_enter = site.has_permission(request) and user.has_perm(PERMISSION)
    return may_enter and access.properties(user).filter(pk=place.pk).exists()
