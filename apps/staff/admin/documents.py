"""Documents: the panel to hand them in, the list, and what staff decide about one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.db.models.fields import DateField
from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.decorators import action, display

from apps.documents import status, tasks, viewing
from apps.documents.models import Document
from apps.infrastructure.quantities import of_many
from apps.knowledge.models import HeldSentence, Passage
from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin, PropertyFilter
from apps.staff.admin.form_fields import BoundedDateField
from apps.staff.documents import views
from apps.staff.documents.title_form import TitleForm

LABELS = {
    "Live": "success",
    "Draft": "info",
    "Being read": "info",
    "Failed": "danger",
    "Expired": "warning",
}
# Status -> what the button beside "Save" does.
NEXT_STEP = {
    Document.Status.DRAFT: "save_and_publish",
    Document.Status.EXPIRED: "save_and_publish",
    Document.Status.LIVE: "save_and_withdraw",
}


@admin.register(Document)
class DocumentAdmin(Scoped, ModelAdmin):
    form = TitleForm
    formfield_overrides = {DateField: {"form_class": BoundedDateField}}
    list_before_template = "admin/staff/documents/panel.html"
    change_form_outer_before_template = "admin/staff/documents/panel.html"
    list_display = ("title", "property", "state", "kind", "pages", "days", "version")
    list_filter = (PropertyFilter, "status", "kind")
    list_select_related = ("property",)
    search_fields = ("title", "file_name")
    actions = ("publish", "withdraw", "read_again")
    actions_submit_line = ("save_and_publish", "save_and_withdraw")
    readonly_fields = ("state", "what_it_is", "shown", "held_back", "disagrees")
    fields = (
        "title",
        ("valid_from", "valid_until"),
        ("state", "what_it_is"),
        ("shown", "held_back"),
        "disagrees",
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """They are handed in on the list."""
        return False

    def changelist_view(
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        context = {**(extra_context or {}), **views.panel(request)}
        response: HttpResponse = super().changelist_view(request, context)
        return response

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: Any = None,
    ) -> HttpResponse:
        document = self.get_object(request, object_id)
        context = {**(extra_context or {}), **views.panel(request, document)}
        response: HttpResponse = super().change_view(
            request, object_id, form_url, context
        )
        return response

    def get_actions_submit_line(self, request: HttpRequest, object_id: Any) -> Any:
        """A button to publish the document or to withdraw it, whichever comes next."""
        document = self.get_object(request, str(object_id))
        if document is None or not self.has_change_permission(request, document):
            return []
        name = NEXT_STEP.get(document.status)
        return [self.get_unfold_action(name)] if name else []

    @action(description="Save and publish")
    def save_and_publish(self, request: HttpRequest, document: Document) -> None:
        _publish(request, document)

    @action(description="Save and put back to draft")
    def save_and_withdraw(self, request: HttpRequest, document: Document) -> None:
        _say_moved(request, document, status.withdraw, "a draft")

    @display(description="Status", label=LABELS)
    def state(self, document: Document) -> str:
        return str(document.get_status_display())

    @display(description="Shown to guests")
    def days(self, document: Document) -> str:
        first, last = document.valid_from, document.valid_until
        if first and last:
            return f"{first} to {last}"
        if first:
            return f"from {first}"
        return f"until {last}" if last else "always"

    @display(description="File")
    def what_it_is(self, document: Document) -> str:
        if document.error:
            return document.error
        size = filesizeformat(document.size)
        passages = Passage.objects.filter(document=document).count()
        counts = [of_many(document.pages, "page")] if document.pages else []
        counts += [of_many(passages, "passage"), f"version {document.version}"]
        return ", ".join([document.file_name, size, *counts])

    @display(description="As guests see it")
    def shown(self, document: Document) -> SafeString:
        arguments = [document.property.slug, document.public_id]
        url = reverse("document", args=arguments)
        return format_html('<a class="underline" href="{}">Open it</a>', url)

    @display(description="Held back")
    def held_back(self, document: Document) -> SafeString | str:
        held = HeldSentence.objects.filter(document=document)
        texts = [(row.text, row.get_reason_display()) for row in held]
        return format_html_join("", "<p>“{}” {}</p>", texts) or "Nothing"

    @display(description="Said in another way by rows of the catalog")
    def disagrees(self, document: Document) -> SafeString | str:
        rows = document.disagreements.open().select_related("item")
        texts = [(row.of_document, row.item.name, row.of_row) for row in rows]
        return format_html_join("", "<p>“{}” {}: “{}”</p>", texts) or "Nothing"

    @admin.action(description="Publish", permissions=["change"])
    def publish(self, request: HttpRequest, rows: QuerySet[Document]) -> None:
        for document in rows.select_related("replaces", "property"):
            _publish(request, document)

    @admin.action(description="Back to draft", permissions=["change"])
    def withdraw(self, request: HttpRequest, rows: QuerySet[Document]) -> None:
        _each(request, rows, status.withdraw, "a draft")

    @admin.action(description="Read again", permissions=["change"])
    def read_again(self, request: HttpRequest, rows: QuerySet[Document]) -> None:
        _each(request, rows, _read_again, "being read")

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Counts what goes with the documents.

        Django's own loads it: of a long one thousands of passages and their vectors.
        """
        documents = list(objs)
        may = all(self.has_delete_permission(request, own) for own in documents)
        missing = set() if may else {str(Document._meta.verbose_name)}
        passage_count = Passage.objects.filter(document__in=documents).count()
        counts = {"documents": len(documents), "passages": passage_count}
        return [str(own) for own in documents], counts, missing, []

    def delete_model(self, request: HttpRequest, obj: Document) -> None:
        super().delete_model(request, obj)
        viewing.forget(obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        documents = list(queryset)
        super().delete_queryset(request, queryset)
        for document in documents:
            viewing.forget(document)


def _publish(request: HttpRequest, document: Document) -> None:
    is_own = document.uploaded_by_id == request.user.pk
    if is_own and status.needs_second_person(document):
        text = f"{document.title}: you handed it in. Somebody else has to publish it."
        messages.warning(request, text)
        return
    _say_moved(request, document, status.publish, "live")


def _read_again(document: Document) -> bool:
    is_moved = status.read_again(document)
    if is_moved:
        tasks.enqueue(document.pk)
    return is_moved


def _each(
    request: HttpRequest,
    rows: QuerySet[Document],
    move: Callable[[Document], bool],
    outcome: str,
) -> None:
    """Says of each whether it was moved."""
    for document in rows.select_related("replaces", "property"):
        _say_moved(request, document, move, outcome)


def _say_moved(
    request: HttpRequest,
    document: Document,
    move: Callable[[Document], bool],
    outcome: str,
) -> None:
    if move(document):
        messages.success(request, f"{document.title} is now {outcome}.")
    else:
        now = document.get_status_display().lower()
        messages.warning(request, f"{document.title} stays as it is: {now}.")
