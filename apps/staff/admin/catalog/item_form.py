"""The form of a row: fieldsets, sections, and times of the property."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify

from apps.catalog import slugs
from apps.catalog.models import Item

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Item]
else:
    ModelForm = forms.ModelForm

Line = str | tuple[str, ...]
Fieldsets = tuple[tuple[str, dict[str, Any]], ...]
ANSWERS = "Answers"
HOURS_FIELDS = ("hours_in_words", "open_now", "hours_note", "coming_days")


def fieldsets(
    facts: Sequence[Line],
    inline_fields: Sequence[Line] = (),
    inline_section: str = "Hours",
) -> Fieldsets:
    """The fieldsets of a kind: its own facts among those that all rows have.

    `inline_fields` stand above the inlines of the kind, in a section of their own.
    A field among the facts is left out of "Publishing" and of "Source".
    """
    name: tuple[Line, ...] = ("property", "name", "slug", "aliases")
    contact: tuple[Line, ...] = (("phone", "website"), "booking_link")
    text: tuple[Line, ...] = ("summary", "details", "place", *contact)
    publishing = ("status", "valid_from", "valid_to", "review_by", "verified_at")
    source, last_change = ("source", "as_of"), (("revision", "updated"),)
    own = {name for line in facts for name in ([line] if type(line) is str else line)}
    sections: list[tuple[str, Sequence[Line]]] = [("Facts", (*name, *facts, *text))]
    if inline_fields:
        sections.append((inline_section, inline_fields))
    sections += [
        (
            "Picture",
            (
                "picture",
                "picture_alt",
                "picture_preview",
                ("picture_focus_x", "picture_focus_y"),
            ),
        ),
        ("Publishing", tuple(name for name in publishing if name not in own)),
        (ANSWERS, ("latest_questions",)),
        (
            "Last change" if own.issuperset(source) else "Source",
            (*(name for name in source if name not in own), *last_change),
        ),
    ]
    return tuple(
        (title, {"fields": tuple(lines), "classes": ("tab",)})
        for title, lines in sections
    )


class ItemForm(ModelForm):
    """An empty slug follows the name.

    typed: values by name of a form that is shown again, instead of the row's.
    """

    typed: Mapping[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if self.typed:
            kwargs["initial"] = {**(kwargs.get("initial") or {}), **self.typed}
        super().__init__(*args, **kwargs)
        if "slug" in self.fields:
            self.fields["slug"].required = False
        if "picture" in self.fields:
            attributes = self.fields["picture"].widget.attrs
            attributes["data-most-bytes"] = settings.MAX_FILE_BYTES

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not cleaned.get("slug") and "slug" not in self.errors:
            cleaned["slug"] = slugs.of_name(cleaned.get("name", ""))
        return cleaned


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
        field_errors = sum(name in self.fieldset.form.errors for name in fields)
        inline_errors: list[int] = [
            inline.formset.total_error_count() for inline in self.inlines
        ]
        return field_errors + sum(inline_errors)


class SectionedForm:
    """For admins that show their inlines in the section `inline_section`."""

    change_form_template = "admin/catalog/item_form.html"
    inline_section = "Hours"

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        inlines = list(context["inline_admin_formsets"])
        sections = [
            Section(
                str(fieldset.name),
                fieldset,
                [inline for inline in inlines if self._is_in(inline, fieldset.name)],
            )
            for fieldset in context["adminform"]
        ]
        with_errors = (section for section in sections if section.error_count)
        asked_for = request.GET.get("section")
        chosen = (section for section in sections if section.slug == asked_for)
        first = next(with_errors, next(chosen, sections[0]))
        context.update(sections=sections, first_section=first.slug)
        response: HttpResponse = super().render_change_form(  # type: ignore[misc]
            request, context, *args, **kwargs
        )
        return response

    def _is_in(self, inline: Any, section: str | None) -> bool:
        own = getattr(inline.opts, "section", self.inline_section)
        return bool(section == own)
