"""The permissions of the four staff roles, which are groups.

Every migration grants a role the permissions that it lacks, also those that an admin
has removed. A role of your own is a group with another name.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db.models import Q

WRITE = ("add", "change", "delete", "view")
# Of requests and bookings, what holds no guest's name.
BOOKING_TABLES = ("request", "requestpolicy", "escalationstep", "sourcerefresh")
# Role -> (app, verbs, models or all).
ROLES: dict[str, tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]] = {
    "content": (
        ("catalog", WRITE, ()),
        ("documents", WRITE, ("document",)),
        ("knowledge", ("view", "change"), ("disagreement",)),
        ("staff", ("add", "view"), ("delivery",)),
        ("staff", ("view",), ("version",)),
        ("conversations", ("view",), ("conversation", "message", "turn")),
        ("conversations", WRITE, ("review", "evaluationcase")),
        ("notifications", WRITE, ("subscription",)),
        ("notifications", ("view",), ("notification",)),
    ),
    "host": (
        ("catalog", ("view",), ()),
        ("conversations", ("view", "change", "reveal", "erase"), ()),
        ("sms", ("view", "reveal"), ("inboundtext", "outboundtext")),
        ("sms", ("add",), ("outboundtext",)),
        ("reservations", ("view",), ()),
        ("reservations", ("change",), ("request",)),
        ("notifications", WRITE, ("subscription",)),
        ("notifications", ("view",), ("notification",)),
    ),
    "ops": (
        ("catalog", ("view",), ()),
        ("properties", ("view", "change"), ()),
        ("conversations", ("view",), ()),
        ("staff", ("view",), ("delivery", "version")),
        ("ops", ("view",), ()),
        ("ops", ("change",), ("incident",)),
        ("ops", WRITE, ("alertrule", "silence")),
        ("sms", ("view",), ()),
        ("reservations", ("view",), BOOKING_TABLES),
        ("notifications", WRITE, ("subscription",)),
        ("notifications", ("view",), ("notification",)),
        ("notifications", ("choose",), ()),
        ("django_celery_beat", ("view",), ()),
        ("django_celery_results", ("view",), ()),
    ),
    "admin": (
        ("catalog", WRITE, ()),
        ("documents", WRITE, ("document",)),
        ("knowledge", ("view", "change"), ("disagreement",)),
        ("properties", WRITE, ()),
        ("properties", ("manage",), ("assignment",)),
        ("conversations", ("view", "change", "reveal", "erase"), ()),
        ("conversations", WRITE, ("evaluationcase",)),
        ("staff", WRITE, ()),
        ("ops", WRITE, ()),
        ("sms", ("view", "reveal"), ("inboundtext", "outboundtext")),
        ("sms", ("add",), ("outboundtext",)),
        ("reservations", ("view",), ()),
        ("reservations", ("change",), ("request",)),
        ("reservations", WRITE, ("reservation", "requestpolicy", "escalationstep")),
        ("sms", WRITE, ("smsnumber", "sendinghours")),
        ("notifications", WRITE, ("subscription",)),
        ("notifications", ("view",), ("notification",)),
        ("notifications", ("choose",), ()),
        ("admin", ("view",), ("logentry",)),
        ("axes", ("view", "delete"), ("accessattempt", "accesslog")),
    ),
}


def grant_permissions(**signal: Any) -> None:
    """Create the groups and add the permissions that they lack."""
    for role, grants in ROLES.items():
        group, _ = Group.objects.get_or_create(name=role)
        for app, verbs, models in grants:
            group.permissions.add(*_permissions(app, verbs, models))


def _permissions(
    app: str, verbs: tuple[str, ...], models: tuple[str, ...]
) -> list[Permission]:
    condition = Q()
    for verb in verbs:
        condition |= Q(codename__startswith=f"{verb}_")
    rows = Permission.objects.filter(condition, content_type__app_label=app)
    return list(rows.filter(content_type__model__in=models) if models else rows)
