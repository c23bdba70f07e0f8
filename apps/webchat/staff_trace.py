"""Which staff may see on the guest page how an answer was made."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.admin.sites import site
from django.http import HttpRequest

from apps.infrastructure import database_threads
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


async def is_shown(request: HttpRequest, place: Property) -> bool:
    """The same for whoever sends a request; programs have no session."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return False
    return await database_threads.run(is_visible, request.user, place)
