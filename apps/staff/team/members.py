"""Whose account somebody may manage, and what a manager does with one.

A manager of some properties manages staff of these properties alone. Who also works
elsewhere or for all properties, or has more rights than a role gives, is managed by
superusers only: whoever resets a password could sign in with it, and so be both of the
two people that a change of a helpline needs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from apps.infrastructure import database_scope
from apps.properties import access
from apps.properties.models import Assignment, Property, StaffAccess
from apps.staff.accounts import roles

PERMISSION = "properties.manage_assignment"
# The role whose pages are of all properties together.
OPS = "ops"


def listed_for(manager: Any) -> QuerySet[User]:
    """Staff of the manager's properties, whether or not the manager may change them."""
    staff = User.objects.filter(is_staff=True).order_by("username")
    if access.has_all_properties(manager):
        return staff
    ids = access.properties(manager).values("pk")
    return staff.filter(assignments__property__in=ids).distinct()


def managed_by(manager: Any) -> QuerySet[User]:
    """Evaluate it within `database_scope.all_properties`, or foreign work is unseen."""
    rows = listed_for(manager).exclude(pk=manager.pk)
    if manager.is_superuser:
        return rows
    more_rights = Q(is_superuser=True) | Q(user_permissions__isnull=False)
    extra_groups = Group.user_set.through.objects.filter(
        user_id=OuterRef("pk")
    ).exclude(group__name__in=roles.ROLES)
    everywhere = StaffAccess.objects.filter(user_id=OuterRef("pk"), all_properties=True)
    elsewhere = Assignment.objects.filter(user_id=OuterRef("pk")).exclude(
        property__in=access.properties(manager).values("pk")
    )
    rows = rows.exclude(more_rights).exclude(Exists(extra_groups))
    return rows.exclude(Exists(everywhere)).exclude(Exists(elsewhere))


def managed_ids(manager: Any) -> set[int]:
    with database_scope.all_properties():
        return set(managed_by(manager).values_list("pk", flat=True))


def account_ids_with_all_properties() -> set[int]:
    """Superusers, and those with `StaffAccess` to all."""
    rows = StaffAccess.objects.filter(all_properties=True).values_list(
        "user", flat=True
    )
    superusers = User.objects.filter(is_superuser=True).values_list("pk", flat=True)
    return {*rows, *superusers}


def properties_of(member: User, manager: Any) -> QuerySet[Property]:
    """Those that the manager knows of."""
    return access.properties(manager).filter(assignments__user=member)


def role_of(member: User) -> str:
    """The role, joined with commas where somebody has several; empty for none."""
    return ", ".join(member.groups.order_by("name").values_list("name", flat=True))


@transaction.atomic
def invite(
    manager: Any, *, username: str, email: str, role: str, places: Iterable[Property]
) -> User:
    """An account without a password, which its owner chooses by a link."""
    member = User(username=username, email=email, is_staff=True)
    member.set_unusable_password()
    member.save()
    _assign(member, role, places)
    _log(manager, member, f"Invited as {role}.", ADDITION)
    return member


@transaction.atomic
def change(
    manager: Any,
    member: User,
    *,
    role: str,
    places: Iterable[Property],
    is_active: bool,
) -> None:
    """Somebody who is not active is signed out at once and cannot sign in."""
    member.is_active = is_active
    member.save(update_fields=["is_active"])
    _assign(member, role, places)
    state = "active" if is_active else "not active"
    _log(manager, member, f"Role: {role}, {state}.")


def reset_password(manager: Any, member: User) -> None:
    """The old password and its sessions end; a link sets the next one."""
    member.set_unusable_password()
    member.save(update_fields=["password"])
    _log(manager, member, "Password reset.")


def reset_second_factor(manager: Any, member: User) -> None:
    """Its recovery codes end too."""
    Authenticator.objects.filter(user=member).delete()
    _log(manager, member, "Second factor reset.")


def _assign(member: User, role: str, places: Iterable[Property]) -> None:
    member.groups.set([Group.objects.get(name=role)])
    with database_scope.all_properties():
        chosen = {place.pk for place in places}
        Assignment.objects.filter(user=member).exclude(property__in=chosen).delete()
        for property_id in chosen:
            Assignment.objects.get_or_create(user=member, property_id=property_id)


def _log(manager: Any, member: User, text: str, action: int = CHANGE) -> None:
    LogEntry.objects.log_actions(manager.pk, [member], action, text, single_object=True)
