"""Admins of a property's rows: who may change them, their filters and local times."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib.admin import SimpleListFilter
from django.core.exceptions import BadRequest, FieldDoesNotExist, ValidationError
from django.db import DataError
from django.db.models import QuerySet
from django.forms import Field
from django.http import HttpRequest
from unfold import admin

from apps.infrastructure.postgresql import row_ids
from apps.properties import access, local_times


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


class PropertyFilter(SimpleListFilter):
    title = "property"
    parameter_name = "property"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        places = access.properties(request.user)
        return [(str(place.pk), place.name) for place in places]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> QuerySet[Any] | None:
        place = row_ids.parse(str(self.value() or ""))
        return None if place is None else queryset.filter(property=place)


# Lookups in the links of Django's filters; `item_ptr` is the key of a kind of row.
# A filter such as `startswith` would let anyone read a field letter by letter.
LINK_ENDS = frozenset(
    {"exact", "in", "isnull", "isempty", "id", "pk", "item_ptr"}
    | {"gt", "gte", "lt", "lte", "year", "month", "day"}
)
KEYS = ("pk", "id")
UNREADABLE = (ValidationError, ValueError, TypeError, OverflowError)


class ModelAdmin(admin.ModelAdmin):
    """Allows only the filters that its list offers; refuses invalid values.

    Times in its list are on the clock of the property of each row.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Restricts Django, which allows every lookup on every field of the model."""
        if not super().lookup_allowed(lookup, value, request):
            return False
        if not self._is_of_model(lookup.split("__", maxsplit=1)[0]):
            return True  # of a filter, or ignored
        return any(
            _is_link(lookup, path) for path in (*KEYS, *self._filterable(request))
        )

    def get_list_display(self, request: HttpRequest) -> Any:
        path = getattr(self, "property_path", "")  # of those that are `Scoped`
        names = super().get_list_display(request)
        return [local_times.column(self.model, name, path) for name in names]

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Counts the rows here, so the database refuses an invalid value early."""
        try:
            return super().get_changelist_instance(request)
        except (DataError, *UNREADABLE) as error:
            raise BadRequest("The list cannot be filtered by that.") from error

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Leaves out values that their fields refuse and cannot render."""
        initial: dict[str, Any] = super().get_changeform_initial_data(request)
        fields = self.get_form(request).base_fields
        return {
            name: value
            for name, value in initial.items()
            if name not in fields or _takes(fields[name], value)
        }

    def _is_of_model(self, name: str) -> bool:
        try:
            self.model._meta.get_field(name)
        except FieldDoesNotExist:
            return name in KEYS
        return True

    def _filterable(self, request: HttpRequest) -> Iterator[str]:
        """Paths of the fields that the list filters by."""
        if self.date_hierarchy:
            yield self.date_hierarchy
        for item in self.get_list_filter(request):
            if isinstance(item, (list, tuple)):
                yield item[0]
            elif isinstance(item, str):
                yield item
            elif issubclass(item, SimpleListFilter):
                yield str(item.parameter_name)


def _is_link(lookup: str, path: str) -> bool:
    """Whether a filter by this path uses such lookups in its links."""
    if lookup == path:
        return True
    ends = lookup.removeprefix(f"{path}__").split("__")
    return lookup.startswith(f"{path}__") and LINK_ENDS.issuperset(ends)


def _takes(field: Field, value: Any) -> bool:
    try:
        field.clean(value)
    except UNREADABLE:
        return False
    return True
