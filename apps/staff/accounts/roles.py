"""What the four roles of the desk may do, as groups that staff are put into.

A role gains what it should have with every migration; what an admin took away comes
back, so a role of one's own is a group of another name.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db.models import Q

WRITE = ("add", "change", "delete", "view")
# Role -> (app, verbs, models or all).
ROLES: dict[str, tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]] = {
    "content": (
        ("catalog", WRITE, ()),
        ("staff", ("add", "view"), ("delivery",)),
        ("staff", ("view",), ("version",)),
        ("conversations", ("view",), ("conversation", "message", "turn")),
        ("conversations", WRITE, ("review", "evaluationcase")),
    ),
    "host": (
        ("catalog", ("view",), ()),
        ("conversations", ("view", "change", "reveal"), ()),
    ),
    "ops": (
        ("catalog", ("view",), ()),
        ("properties", ("view", "change"), ()),
        ("conversations", ("view",), ()),
        ("staff", ("view",), ("delivery", "version")),
        ("ops", ("view",), ()),
        ("django_celery_beat", ("view",), ()),
        ("django_celery_results", ("view",), ()),
    ),
    "admin": (
        ("catalog", WRITE, ()),
        ("properties", WRITE, ()),
        ("conversations", ("view", "change", "reveal"), ()),
        ("conversations", WRITE, ("evaluationcase",)),
        ("staff", WRITE, ()),
        ("ops", WRITE, ()),
        ("admin", ("view",), ("logentry",)),
        ("axes", ("view", "delete"), ("accessattempt", "accesslog")),
    ),
}


def keep(**signal: Any) -> None:
    """Makes the groups and gives them what they lack."""
    for role, grants in ROLES.items():
        group, _ = Group.objects.get_or_create(name=role)
        for app, verbs, models in grants:
            group.permissions.add(*_granted(app, verbs, models))


def _granted(
    app: str, verbs: tuple[str, ...], models: tuple[str, ...]
) -> list[Permission]:
    wanted = Q()
    for verb in verbs:
        wanted |= Q(codename__startswith=f"{verb}_")
    rows = Permission.objects.filter(wanted, content_type__app_label=app)
    return list(rows.filter(content_type__model__in=models) if models else rows)
