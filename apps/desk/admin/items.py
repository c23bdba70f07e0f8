"""What the admins of all kinds share: list, form and saving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.text import slugify
from unfold.admin import ModelAdmin

from apps.catalog.models import Item
from apps.catalog.querysets import ItemQuerySet
from apps.desk import scope
from apps.desk.admin import index_state, publishing, standing
from apps.desk.admin.columns import Columns
from apps.desk.admin.fields import OVERRIDES
from apps.desk.admin.local_time import LocalTimeForms
from apps.desk.admin.property_filter import PropertyFilter
from apps.desk.admin.sections import SectionedForm
from apps.desk.scope import Scoped
from apps.knowledge.models import HeldSentence

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Item]
else:
    ModelForm = forms.ModelForm

Line = str | tuple[str, ...]
Fieldsets = tuple[tuple[str, dict[str, Any]], ...]


def fieldsets(
    facts: Sequence[Line], rows: Sequence[Line] = (), rows_section: str = "Hours"
) -> Fieldsets:
    """The form of a kind: its own facts among those that all rows have.

    `rows` are the fields above the rows of the kind, in a section of their own.
    """
    name: tuple[Line, ...] = ("property", "name", "slug", "aliases")
    text: tuple[Line, ...] = ("summary", "details", "place", ("phone", "website"))
    sets: list[tuple[str, Sequence[Line]]] = [("Facts", (*name, *facts, *text))]
    if rows:
        sets.append((rows_section, rows))
    sets += [
        ("Publishing", ("status", "valid_from", "valid_to")),
        ("Source", ("source", "as_of", ("revision", "updated"))),
    ]
    return tuple(
        (title, {"fields": tuple(lines), "classes": ("tab",)}) for title, lines in sets
    )


HOURS = ("hours_in_words", "open_now", "hours_note", "coming_days")


class ItemForm(ModelForm):
    """The slug may be left empty; it then follows the name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "slug" in self.fields:
            self.fields["slug"].required = False

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not cleaned.get("slug") and "slug" not in self.errors:
            slug = slugify(cleaned.get("name", ""))[:120].strip("-")
            cleaned["slug"] = slug
            if not slug:
                self.add_error("slug", "Write a slug: letters, digits and hyphens.")
        return cleaned


class ItemAdmin(Scoped, LocalTimeForms, SectionedForm, Columns, ModelAdmin):
    form = ItemForm
    formfield_overrides = OVERRIDES
    list_display: tuple[str, ...] = (
        "name",
        "property",
        "standing",
        "open_now",
        "index",
        "place",
        "updated",
    )
    kind_filters: tuple[Any, ...] = ()
    search_fields: tuple[str, ...] = ("name", "aliases", "summary", "place")
    prepopulated_fields = {"slug": ("name",)}
    readonly_fields = (
        "hours_in_words",
        "open_now",
        "coming_days",
        "revision",
        "updated",
    )
    actions = (publishing.publish, publishing.withdraw)
    ordering = ("name",)
    list_per_page = 50
    warn_unsaved_form = True

    def get_list_filter(self, request: HttpRequest) -> tuple[Any, ...]:
        return (
            PropertyFilter,
            standing.StandingFilter,
            index_state.IndexFilter,
            *self.kind_filters,
        )

    def get_queryset(self, request: HttpRequest) -> ItemQuerySet:
        rows: ItemQuerySet = super().get_queryset(request)
        return index_state.annotated(rows.with_hours())  # type: ignore[no-any-return]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        places = list(scope.properties(request.user)[:2])
        only = {"property": places[0]} if len(places) == 1 else {}
        given = super().get_changeform_initial_data(request)
        return {"as_of": timezone.localdate(), **only, **given}

    def save_model(
        self, request: HttpRequest, obj: Item, form: ItemForm, change: bool
    ) -> None:
        """A changed row is saved after its hours, in `save_related`."""
        if not change:
            super().save_model(request, obj, form, change)

    def save_related(
        self, request: HttpRequest, form: ItemForm, formsets: list[Any], change: bool
    ) -> None:
        """One save is one revision, also when only the rows below have changed."""
        super().save_related(request, form, formsets, change)
        if any(one.has_changed() for one in (form, *formsets)):
            form.instance.save()
        self._tell_what_is_held_back(request, form.instance)

    def _tell_what_is_held_back(self, request: HttpRequest, item: Item) -> None:
        for held in HeldSentence.objects.filter(item_id=item.pk):
            self.message_user(
                request,
                f"{held.label}: “{held.text}” reads like an instruction to the "
                "concierge. Guests are not told it until you write it differently.",
                messages.WARNING,
            )
