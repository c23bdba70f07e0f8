"""What the admins of all kinds of rows share: list, saving, deleting."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from apps.catalog import text_checks
from apps.catalog.models import Item
from apps.catalog.querysets import ItemQuerySet
from apps.infrastructure.postgresql import row_ids
from apps.knowledge.models import HeldSentence, Phrasing
from apps.properties import access
from apps.properties.access import Scoped
from apps.properties.local_times import LocalTimeForms
from apps.properties.model_admin import ModelAdmin, PropertyFilter
from apps.staff import edit_latency
from apps.staff.admin.catalog import deletion, list_filters, row_status
from apps.staff.admin.catalog.deletion import DeletesRows
from apps.staff.admin.catalog.item_form import ItemForm, SectionedForm
from apps.staff.admin.catalog.list_columns import ItemColumns
from apps.staff.admin.catalog.phrasings import PhrasingInline
from apps.staff.admin.form_fields import FORMFIELD_OVERRIDES
from apps.staff.admin.paging import IdsFirstPaginator
from apps.staff.bulk_actions import admin_actions
from apps.staff.drafts import forms as draft_forms
from apps.staff.drafts import held_rows
from apps.staff.drafts.forms import DraftForms
from apps.staff.history import versions
from apps.staff.models import Version

# Of a request whose new row waits for a second person.
HELD = "is_held"
SAVED_FOR_ANOTHER = (
    "Saved as a draft, which guests do not see: somebody else has to publish it."
)


class ItemAdmin(
    DraftForms,
    DeletesRows,
    Scoped,
    LocalTimeForms,
    SectionedForm,
    ItemColumns,
    ModelAdmin,
):
    form = ItemForm
    formfield_overrides = FORMFIELD_OVERRIDES
    list_display: tuple[str, ...] = (
        "thumbnail",
        "name",
        "property",
        "publication_status",
        "open_now",
        "index_status",
        "citation_count",
        "review_date",
        "confirmed",
        "last_editor",
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
        "latest_questions",
        "picture_preview",
        "revision",
        "updated",
    )
    actions = (*admin_actions.ALL, deletion.delete_selected)
    ordering = ("name",)
    list_per_page = 50
    paginator = IdsFirstPaginator
    warn_unsaved_form = True

    def get_list_filter(self, request: HttpRequest) -> tuple[Any, ...]:
        return (
            PropertyFilter,
            list_filters.PublicationFilter,
            list_filters.IndexFilter,
            list_filters.AttentionFilter,
            *self.kind_filters,
        )

    def get_queryset(self, request: HttpRequest) -> ItemQuerySet:
        rows: ItemQuerySet = super().get_queryset(request)
        return row_status.annotate(rows.with_hours())  # type: ignore[no-any-return]

    def get_inlines(self, request: HttpRequest, obj: Item | None) -> list[Any]:
        """A new row has no fields yet that could answer a question."""
        inlines = list(super().get_inlines(request, obj))
        return [*inlines, PhrasingInline] if obj else inlines

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        properties = list(access.properties(request.user)[:2])
        only = {"property": properties[0]} if len(properties) == 1 else {}
        initial = super().get_changeform_initial_data(request)
        # A query string holds text, and these fields cannot render text.
        for name in ("valid_from", "valid_to", "verified_at"):
            initial.pop(name, None)
        return {"as_of": timezone.localdate(), **only, **initial}

    def save_model(
        self, request: HttpRequest, obj: Item, form: ItemForm, change: bool
    ) -> None:
        """A changed row is saved after its hours, in `save_related`."""
        if not change:
            setattr(request, HELD, held_rows.hold_back(obj))
            super().save_model(request, obj, form, change)

    def save_formset(
        self, request: HttpRequest, form: Any, formset: Any, change: bool
    ) -> None:
        if formset.model is Phrasing:
            for row_form in formset.extra_forms:
                row_form.instance.created_by = request.user
        super().save_formset(request, form, formset, change)

    def save_related(
        self, request: HttpRequest, form: ItemForm, formsets: list[Any], change: bool
    ) -> None:
        """One save is one revision, also when only the inlines have changed."""
        item = form.instance
        versions.record_initial(item.pk if change else None)
        super().save_related(request, form, formsets, change)
        if any(part.has_changed() for part in (form, *formsets)):
            item.save()
            versions.record(item.pk, request.user, _reason(form))
        if draft_forms.is_of_draft(request):
            draft_forms.read_content(request, item)
        self._warn_about_held_sentences(request, item)
        for warning in [
            *text_checks.text_warnings(item),
            *text_checks.alias_warnings(item),
        ]:
            self.message_user(request, warning, messages.WARNING)

    def response_change(self, request: HttpRequest, obj: Item) -> HttpResponse:
        if draft_forms.is_of_draft(request):
            return HttpResponse()  # it is rolled back, and the draft's page is shown
        self._show_edit_latency(request, obj)
        response: HttpResponse = super().response_change(request, obj)
        return response

    def response_add(
        self, request: HttpRequest, obj: Item, post_url_continue: Any = None
    ) -> HttpResponse:
        if getattr(request, HELD, False):
            self.message_user(request, SAVED_FOR_ANOTHER, messages.WARNING)
        else:
            self._show_edit_latency(request, obj)
        response: HttpResponse = super().response_add(request, obj, post_url_continue)
        return response

    def message_user(
        self,
        request: HttpRequest,
        message: Any,
        level: Any = messages.INFO,
        *args: Any,
        **options: Any,
    ) -> None:
        """Success says nothing more of a row that waits for a second person."""
        if level != messages.SUCCESS or not getattr(request, HELD, False):
            super().message_user(request, message, level, *args, **options)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        item_id = row_ids.parse(object_id)
        if item_id is None:
            raise Http404
        return redirect("item-history", item_id)

    def _show_edit_latency(self, request: HttpRequest, item: Item) -> None:
        fresh = Item.objects.select_related("property").get(pk=item.pk)
        url = reverse("edit-latency", args=[item.pk])
        self.message_user(request, edit_latency.message(fresh, url))

    def _warn_about_held_sentences(self, request: HttpRequest, item: Item) -> None:
        """Not where the form comes again, which names them."""
        if "_continue" in request.POST:
            return
        for sentence in HeldSentence.objects.filter(item_id=item.pk):
            self.message_user(request, sentence.notice, messages.WARNING)


def _reason(form: ItemForm) -> Version.Reason:
    """A row that was to be live, and is not, waits for a second person."""
    live = Item.Status.LIVE
    is_held = form.cleaned_data.get("status") == live != form.instance.status
    return Version.Reason.HELD if is_held else Version.Reason.SAVED
