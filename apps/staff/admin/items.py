"""What the admins of all kinds share: list, form and saving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify

from apps.catalog.models import Item
from apps.catalog.querysets import ItemQuerySet
from apps.infrastructure import row_ids
from apps.knowledge.models import HeldSentence
from apps.properties import access
from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin
from apps.properties.property_filter import PropertyFilter
from apps.staff import edit_latency
from apps.staff.admin import (
    bulk_actions,
    index_state,
    publication_status,
    review_filters,
)
from apps.staff.admin.columns import Columns
from apps.staff.admin.fields import OVERRIDES
from apps.staff.admin.local_time import LocalTimeForms
from apps.staff.admin.sections import SectionedForm
from apps.staff.history import restore, store
from apps.staff.models import Version

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
        ("Picture", ("picture", "picture_alt")),
        ("Publishing", ("status", "valid_from", "valid_to", "review_by")),
        ("Answers", ("answers",)),
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
        "thumbnail",
        "name",
        "property",
        "standing",
        "open_now",
        "index",
        "asked",
        "review",
        "editor",
        "updated",
    )
    kind_filters: tuple[Any, ...] = ()
    search_fields: tuple[str, ...] = ("name", "aliases", "summary", "place")
    list_display_links = ("name",)
    prepopulated_fields = {"slug": ("name",)}
    readonly_fields = (
        "hours_in_words",
        "open_now",
        "coming_days",
        "answers",
        "revision",
        "updated",
    )
    actions = bulk_actions.ALL
    ordering = ("name",)
    list_per_page = 50
    warn_unsaved_form = True

    def get_list_filter(self, request: HttpRequest) -> tuple[Any, ...]:
        return (
            PropertyFilter,
            publication_status.StandingFilter,
            index_state.IndexFilter,
            review_filters.DueFilter,
            *self.kind_filters,
        )

    def get_queryset(self, request: HttpRequest) -> ItemQuerySet:
        rows: ItemQuerySet = super().get_queryset(request)
        known = index_state.annotated(rows.with_hours())
        return review_filters.annotated(known)  # type: ignore[no-any-return]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        places = list(access.properties(request.user)[:2])
        only = {"property": places[0]} if len(places) == 1 else {}
        given = super().get_changeform_initial_data(request)
        # An address gives texts, and these fields cannot show a text.
        for name in ("valid_from", "valid_to"):
            given.pop(name, None)
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
        item = form.instance
        store.found(item.pk if change else None)
        super().save_related(request, form, formsets, change)
        if any(one.has_changed() for one in (form, *formsets)):
            item.save()
            store.keep(item.pk, request.user, Version.Reason.SAVED)
        self._tell_what_is_held_back(request, item)

    def response_change(self, request: HttpRequest, obj: Item) -> HttpResponse:
        self._tell_how_soon(request, obj)
        answer: HttpResponse = super().response_change(request, obj)
        return answer

    def response_add(
        self, request: HttpRequest, obj: Item, post_url_continue: Any = None
    ) -> HttpResponse:
        self._tell_how_soon(request, obj)
        answer: HttpResponse = super().response_add(request, obj, post_url_continue)
        return answer

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """The list of all rows lets nobody delete; who may delete a kind may here."""
        told, counts, needed, protected = super().get_deleted_objects(objs, request)
        return told, counts, needed - {Item._meta.verbose_name}, protected

    def delete_model(self, request: HttpRequest, obj: Item) -> None:
        restore.delete(obj.concrete, request.user)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for row in queryset:
            self.delete_model(request, row)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        row = row_ids.parse(object_id)
        if row is None:
            raise Http404
        return redirect("item-history", row)

    def _tell_how_soon(self, request: HttpRequest, item: Item) -> None:
        fresh = Item.objects.select_related("property").get(pk=item.pk)
        address = reverse("answerable", args=[item.pk])
        self.message_user(request, edit_latency.line(fresh, address))

    def _tell_what_is_held_back(self, request: HttpRequest, item: Item) -> None:
        for held in HeldSentence.objects.filter(item_id=item.pk):
            self.message_user(
                request,
                f"{held.label}: “{held.text}” reads like an instruction to the "
                "concierge. Guests are not told it until you write it differently.",
                messages.WARNING,
            )
