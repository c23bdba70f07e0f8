"""A form in sections, each with the rows that belong to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify


@dataclass(frozen=True)
class Section:
    title: str
    fieldset: Any
    inlines: list[Any]

    @property
    def slug(self) -> str:
        return slugify(self.title)

    @property
    def error_count(self) -> int:
        fields = [name for line in self.fieldset for name in line.fields]
        wrong = sum(name in self.fieldset.form.errors for name in fields)
        rows: list[int] = [one.formset.total_error_count() for one in self.inlines]
        return wrong + sum(rows)


class SectionedForm:
    """For admins whose inlines stand in the section `rows_section`."""

    change_form_template = "admin/catalog/item_form.html"
    rows_section = "Hours"

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        rows = list(context["inline_admin_formsets"])
        sections = [
            Section(
                str(fieldset.name),
                fieldset,
                rows if fieldset.name == self.rows_section else [],
            )
            for fieldset in context["adminform"]
        ]
        wrong = (section for section in sections if section.error_count)
        first = next(wrong, sections[0])
        context.update(sections=sections, first_section=first.slug)
        response: HttpResponse = super().render_change_form(  # type: ignore[misc]
            request, context, *args, **kwargs
        )
        return response
