"""What every list and form of the admin does with the values of its address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib.admin import SimpleListFilter
from django.core.exceptions import BadRequest, FieldDoesNotExist, ValidationError
from django.db import DataError
from django.forms import Field
from django.http import HttpRequest
from unfold import admin

# What the links of Django's filters end in; `item_ptr` is the key of a kind of row.
# A filter by how a field begins would let anyone read it letter by letter.
LINK_ENDS = frozenset(
    {"exact", "in", "isnull", "isempty", "id", "pk", "item_ptr"}
    | {"gt", "gte", "lt", "lte", "year", "month", "day"}
)
KEYS = ("pk", "id")
UNREADABLE = (ValidationError, ValueError, TypeError, OverflowError)


class ModelAdmin(admin.ModelAdmin):
    """Filters by what its list offers; refuses values that no field takes."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Django itself allows every lookup on every field of the model."""
        if not super().lookup_allowed(lookup, value, request):
            return False
        if not self._is_of_model(lookup.split("__", maxsplit=1)[0]):
            return True  # of a filter, or ignored
        return any(
            _is_link(lookup, path) for path in (*KEYS, *self._filterable(request))
        )

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list counts its rows here, so the database has seen every value."""
        try:
            return super().get_changelist_instance(request)
        except (DataError, *UNREADABLE) as error:
            raise BadRequest("The list cannot be filtered by that.") from error

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Without values that their fields refuse and could not draw."""
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
        """Paths of fields that the list offers to filter by."""
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
    """Whether a filter by this path makes such links."""
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
