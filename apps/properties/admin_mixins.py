"""Mixins for admins that restrict who may add, change and delete rows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from apps.properties import access


class ReadOnly:
    """Allows nobody to add, change or delete a row in the admin."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class _Restricted:
    """Restricts changes beyond the permissions of the model, which still apply."""

    def may_change_rows(self, request: HttpRequest) -> bool:
        raise NotImplementedError

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        may: bool = super().has_add_permission(request, *args)  # type: ignore[misc]
        return may and self.may_change_rows(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        may: bool = super().has_change_permission(request, obj)  # type: ignore[misc]
        return may and self.may_change_rows(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        may: bool = super().has_delete_permission(request, obj)  # type: ignore[misc]
        return may and self.may_change_rows(request)

    def get_actions(self, request: HttpRequest) -> Any:
        """Hides actions if rows may not change; few check permissions themselves."""
        may = self.may_change_rows(request)
        return super().get_actions(request) if may else {}  # type: ignore[misc]


class ChangedBySuperusers(_Restricted):
    """For rows that could give whoever writes them more rights."""

    def may_change_rows(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)


class ChangedByAllProperties(_Restricted):
    """For rows that several properties share."""

    def may_change_rows(self, request: HttpRequest) -> bool:
        return access.has_all_properties(request.user)
