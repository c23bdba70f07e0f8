"""Who of the staff can decide on the requests of a property."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from apps.properties.models import Assignment, Property, StaffAccess

PERMISSION = "reservations.change_request"


def name(user: User | None) -> str:
    """As colleagues know them; nobody's is empty."""
    return (user.get_full_name() or user.get_username()) if user else ""


def may_decide(place: Property, needed: str = PERMISSION) -> QuerySet[User]:
    """Active staff with the needed permission who work for the property."""
    app, codename = needed.split(".")
    permission: dict[str, Any] = {"codename": codename, "content_type__app_label": app}
    own = {f"user_permissions__{key}": value for key, value in permission.items()}
    group = {f"groups__permissions__{key}": value for key, value in permission.items()}
    everywhere = StaffAccess.objects.filter(all_properties=True).values("user")
    here = Assignment.objects.filter(property=place).values("user")
    works_here = Q(is_superuser=True) | Q(pk__in=everywhere) | Q(pk__in=here)
    may = Q(is_superuser=True) | Q(**own) | Q(**group)
    rows = User.objects.filter(may & works_here, is_active=True, is_staff=True)
    return rows.distinct().order_by("username")
