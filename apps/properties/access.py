"""Restricts staff to the rows of the properties that they work for.

Also says who may be the second of two people.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db.models import ForeignKey, QuerySet
from django.http import HttpRequest

from apps.infrastructure import database_scope
from apps.properties.models import Assignment, Property, StaffAccess


def has_all_properties(user: Any) -> bool:
    """Kept on the user object, as Django keeps permissions: a page asks ten times."""
    if user.is_superuser:
        return True
    if not hasattr(user, "_has_all_properties"):
        rows = StaffAccess.objects.filter(user_id=user.pk, all_properties=True)
        user._has_all_properties = rows.exists()
    return bool(user._has_all_properties)


@contextmanager
def scope_of(user: Any) -> Iterator[None]:
    """The rows that the user may see at all; those of the pages are fewer."""
    if not user.is_authenticated:
        with database_scope.scoped_to():
            yield
        return
    if has_all_properties(user):
        with database_scope.all_properties():
            yield
        return
    with database_scope.all_properties():
        assigned = Assignment.objects.filter(user_id=user.pk)
        property_ids = list(assigned.values_list("property_id", flat=True))
    with database_scope.scoped_to(*property_ids):
        yield


def properties(user: Any) -> QuerySet[Property]:
    return mine(Property.objects.all(), user, "pk")  # type: ignore[no-any-return]


def mine(rows: Any, user: Any, path: str = "property") -> Any:
    """The rows of the user's properties; `path` leads from a row to its property."""
    if has_all_properties(user):
        return rows
    assigned = Assignment.objects.filter(user_id=user.pk).values("property_id")
    return rows.filter(**{f"{path}__in": assigned})


def insist(user: Any, place: Property) -> None:
    """Raises PermissionDenied if the user does not work for the property."""
    if not properties(user).filter(pk=place.pk).exists():
        raise PermissionDenied


def insist_on_all(user: Any) -> None:
    """For pages with figures of all properties; raises PermissionDenied."""
    if not has_all_properties(user):
        raise PermissionDenied


class OfAll:
    """A mixin for admins whose rows concern all properties together."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        may: bool = super().has_view_permission(request, obj)  # type: ignore[misc]
        return may and has_all_properties(request.user)


class Scoped:
    """A mixin for admins: lists, forms and choices show the user's properties only."""

    # The lookup path from a row to its property.
    property_path = "property"

    def get_queryset(self, request: HttpRequest) -> Any:
        rows = super().get_queryset(request)  # type: ignore[misc]
        return mine(rows, request.user, self.property_path)

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **options: Any
    ) -> Any:
        target = db_field.related_model
        rows = options.get("queryset") or target._default_manager.all()
        if target is Property:
            options["queryset"] = mine(rows, request.user, "pk")
        elif any(field.name == "property" for field in target._meta.get_fields()):
            options["queryset"] = mine(rows, request.user)
        return super().formfield_for_foreignkey(db_field, request, **options)  # type: ignore[misc]


WROTE = "You wrote it."
IS_NEWER = "Your account is newer than this change."
WAS_MADE = "Your account was made by somebody who wrote this change."


@dataclass(frozen=True)
class SecondPerson:
    """Who may agree to what somebody else has proposed.

    An account that a proposer makes to agree with it is no other person: it has to be
    older than the proposal, and made by nobody who wrote it, as far as the audit log
    knows. maker_ids: of the users who created or invited the account.
    """

    account: Any
    maker_ids: Set[int]

    def objection(self, author_ids: Set[int | None], proposed_at: datetime) -> str:
        """Why the account may not agree to it; empty where it may.

        author_ids: None for an author who has left; empty where no person wrote it.
        """
        if self.account.pk in author_ids:
            return WROTE
        if author_ids and self.account.date_joined >= proposed_at:
            return IS_NEWER
        return WAS_MADE if self.maker_ids & author_ids else ""


def second_person(account: Any) -> SecondPerson:
    entries = LogEntry.objects.filter(
        action_flag=ADDITION,
        content_type=ContentType.objects.get_for_model(get_user_model()),
        object_id=str(account.pk),
    )
    return SecondPerson(account, set(entries.values_list("user_id", flat=True)))
