"""Who of the staff can decide on requests, who looks after one, and what they note."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from apps.privacy.redaction import redact
from apps.properties.models import Assignment, Property, StaffAccess
from apps.reservations.models import Request, RequestNote
from apps.reservations.models.staff_work import MAX_NOTE_CHARS
from apps.staff.live import announcements

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


# No id of a user is longer.
MAX_DIGITS = 10


class NotAssignedError(Exception):
    """It stays with whom it was; the text says why."""


def assign(
    row: Request, user: User, *, shown_holder: str, to: str | None = None
) -> str:
    """`to`: the id of a colleague, or empty for nobody; without it, the user.

    Compares with whose it was on the page, by id: two who take it at once are told
    so. Raises NotAssignedError.
    """
    target = user if to is None else _colleague(row, to)
    is_id = shown_holder.isdecimal() and len(shown_holder) < MAX_DIGITS
    holder = int(shown_holder) if is_id else None
    rows = Request.objects.filter(pk=row.pk, assigned_to=holder)
    if not rows.update(assigned_to=target):
        row.refresh_from_db()
        now_with = name(row.assigned_to) or "nobody"
        raise NotAssignedError(f"It is with {now_with} now.")
    announcements.announce(announcements.REQUESTS, row.property_id)
    if target is None:
        return "It is with nobody now."
    return "You look after it." if target == user else f"Given to {name(target)}."


def add_note(row: Request, user: User, words: str) -> bool:
    """Whether there was something to note. Card numbers and the like are taken out."""
    text = redact(" ".join(words.replace("\0", "").split()))[:MAX_NOTE_CHARS]
    if text:
        RequestNote.objects.create(request=row, by=user, text=text)
    return bool(text)


def _colleague(row: Request, key: str) -> User | None:
    if not key:
        return None
    rows = may_decide(row.property)
    is_id = key.isdecimal() and len(key) < MAX_DIGITS
    colleague = rows.filter(pk=int(key)).first() if is_id else None
    if colleague is None:
        raise NotAssignedError("Choose somebody who works here.")
    return colleague
