"""Tables of fields below a form, whose fields have names for those who do not see."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from unfold.admin import TabularInline


class LabelledInline(TabularInline):
    """The head of its table labels a field for the eye alone; this labels it."""

    def formfield_for_dbfield(
        self, db_field: Any, request: HttpRequest, **kwargs: Any
    ) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None:
            # Around the widget of a relation stand the links beside it.
            widget = getattr(field.widget, "widget", field.widget)
            widget.attrs.setdefault("aria-label", field.label)
        return field
