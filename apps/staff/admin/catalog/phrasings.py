"""Questions that a row answers, as an inline below its form."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest
from unfold.forms import PaginationInlineFormSet
from unfold.widgets import UnfoldAdminSelectWidget

from apps.catalog.models import Item
from apps.knowledge.indexing import phrasing_text
from apps.knowledge.models import Phrasing
from apps.staff import phrasing_check
from apps.staff.admin.catalog.item_form import ANSWERS
from apps.staff.admin.labelled_inline import LabelledInline


class PhrasingFormSet(PaginationInlineFormSet):
    """Refuses questions that another field answers, or the concierge itself.

    A question that is stored may stay as it is, so that its row can be saved.
    """

    def clean(self) -> None:
        super().clean()
        item = self.instance
        names = phrasing_check.row_names(item.property, excluded_item=item.pk)
        forms_with_text = [
            form
            for form in self.forms
            if form.cleaned_data.get("text") and not self._should_delete_form(form)
        ]
        for form in sorted(forms_with_text, key=lambda form: form.has_changed()):
            text = form.cleaned_data["text"]
            if form.has_changed() and (
                fault := phrasing_check.fault(item.property, text, names)
            ):
                form.add_error("text", fault)
            names[phrasing_text.comparable(text)] = item.name


class PhrasingInline(LabelledInline):
    """Who may change the row may change its phrasings."""

    model = Phrasing
    formset = PhrasingFormSet
    fields = ("text", "field")
    verbose_name = "question"
    verbose_name_plural = "Questions that this row answers"
    extra = 0
    section = ANSWERS
    hide_title = True

    def formfield_for_dbfield(
        self, db_field: Any, request: HttpRequest, **kwargs: Any
    ) -> Any:
        if db_field.name != "field":
            return super().formfield_for_dbfield(db_field, request, **kwargs)
        return forms.ChoiceField(
            label="Answered by",
            widget=UnfoldAdminSelectWidget({"aria-label": "Answered by"}),
            choices=(),
        )

    def get_formset(
        self, request: HttpRequest, obj: Item | None = None, **kwargs: Any
    ) -> Any:
        formset = super().get_formset(request, obj, **kwargs)
        if "field" in formset.form.base_fields:
            formset.form.base_fields["field"].choices = (
                list(phrasing_check.fields(obj).items()) if obj else []
            )
        return formset

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        is_allowed: bool = self._row_admin.has_view_permission(request, obj)
        return is_allowed

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        is_allowed: bool = self._row_admin.has_change_permission(request, obj)
        return is_allowed

    has_add_permission = has_delete_permission = has_change_permission

    @property
    def _row_admin(self) -> Any:
        return self.admin_site.get_model_admin(self.parent_model)
