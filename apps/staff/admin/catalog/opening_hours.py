"""Weekly hours and exceptions, as inlines below the form of an item."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.http import HttpRequest
from unfold.forms import PaginationInlineFormSet

from apps.catalog.hours import validation
from apps.catalog.models import HoursException, ServiceHours
from apps.catalog.models.hours import Weekday
from apps.staff.admin.form_fields import FORMFIELD_OVERRIDES, ClockField
from apps.staff.admin.labelled_inline import LabelledInline

TIME_FIELDS = ("opens_at", "closes_at")


class WeekFormSet(PaginationInlineFormSet):
    """A line for every weekday; a line without times is a closed day."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stored = set(self.get_queryset().values_list("weekday", flat=True))
        missing = [day for day in Weekday.values if day not in stored]
        self.initial_extra = [{"weekday": day} for day in missing]
        self.extra = len(missing)

    def _should_delete_form(self, form: forms.BaseForm) -> bool:
        """An emptied line means closed, as a line that was never filled."""
        times = (form.data.get(form.add_prefix(name), "") for name in TIME_FIELDS)
        return super()._should_delete_form(form) or not any(map(str.strip, times))

    def clean(self) -> None:
        super().clean()
        forms = list(_rows(self))
        for overlap in validation.week_overlaps([form.instance for form in forms]):
            forms[overlap.index].add_error("opens_at", overlap.sentence)


class ExceptionFormSet(PaginationInlineFormSet):
    def clean(self) -> None:
        super().clean()
        forms = list(_rows(self))
        rows = [form.instance for form in forms]
        for overlap in validation.exception_overlaps(rows):
            forms[overlap.index].add_error("first_day", overlap.sentence)


def _rows(formset: PaginationInlineFormSet) -> Iterator[forms.ModelForm[Any]]:
    """The valid forms that will be rows after this save."""
    for form in formset.forms:
        is_row = form.instance.pk or form.has_changed()
        if is_row and not form.errors and form not in formset.deleted_forms:
            yield form


class ServiceHoursInline(LabelledInline):
    model = ServiceHours
    formset = WeekFormSet
    formfield_overrides = FORMFIELD_OVERRIDES
    fields = ("weekday", "opens_at", "closes_at")
    verbose_name = "line"
    verbose_name_plural = "Weekly hours"
    hide_title = True
    # A chart of the week above the lines; a day ends at six in the next morning.
    template_before = "admin/staff/week.html"
    days = Weekday.choices
    hour_marks = (
        ("12 AM", 0),
        ("6 AM", 20),
        ("12 PM", 40),
        ("6 PM", 60),
        ("12 AM", 80),
    )

    def get_extra(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> int:
        return 0 if obj else len(Weekday)

    def formfield_for_dbfield(
        self, db_field: Any, request: HttpRequest, **kwargs: Any
    ) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(field, ClockField):
            field.widget.attrs["placeholder"] = "closed"
        return field


class HoursExceptionInline(LabelledInline):
    model = HoursException
    formset = ExceptionFormSet
    formfield_overrides = FORMFIELD_OVERRIDES
    fields = ("first_day", "last_day", "closed", "opens_at", "closes_at", "note")
    verbose_name = "exception"
    verbose_name_plural = "Closed days and other hours"
    extra = 0
    hide_title = True
