"""The arms of an experiment: names, percents and what each of them changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from unfold.admin import TabularInline
from unfold.decorators import display
from unfold.forms import PaginationInlineFormSet
from unfold.widgets import UnfoldAdminSelectWidget

from apps.properties import flags
from apps.properties.models import Experiment, ExperimentArm

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[ExperimentArm]
else:
    ModelForm = forms.ModelForm

PREFIX = "feature_"
CHOICES = (("", "As the property has it"), ("on", "On"), ("off", "Off"))
MIN_ARMS, ALL_GUESTS = 2, 100


class ArmForm(ModelForm):
    """An arm with a choice for each feature that it may change."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key, is_on in self.instance.changes.items():
            if field := self.fields.get(PREFIX + key):
                field.initial = "on" if is_on else "off"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        choices = {key: cleaned.get(PREFIX + key) for key in _keys()}
        self.instance.changes = {
            key: choice == "on" for key, choice in choices.items() if choice
        }
        return cleaned


class ArmFormSet(PaginationInlineFormSet):
    def clean(self) -> None:
        """Raises ValidationError unless the arms divide all guests and differ."""
        super().clean()
        if any(self.errors):
            return
        rows = [form for form in self.forms if form.cleaned_data]
        arms = [row.instance for row in rows if not row.cleaned_data.get("DELETE")]
        if len(arms) < MIN_ARMS:
            raise ValidationError("An experiment needs at least two arms.")
        percent = sum(arm.weight for arm in arms)
        if percent != ALL_GUESTS:
            raise ValidationError(
                f"The arms have {percent} percent of the guests together, not 100."
            )
        if len({frozenset(arm.changes.items()) for arm in arms}) < len(arms):
            raise ValidationError("Two arms are the same; nothing could be compared.")


class ArmInline(TabularInline):
    model = ExperimentArm
    formset = ArmFormSet
    extra = 0
    hide_title = True
    verbose_name_plural = "arms; the others are compared to the first"

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        choices = {PREFIX + key: _choice(key) for key in _keys()}
        kwargs["form"] = type("ArmForm", (ArmForm,), choices)
        return super().get_formset(request, obj, **kwargs)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        if not self._is_open(obj):
            return ("name", "weight", "changes_in_words")
        return ("name", "weight", *(PREFIX + key for key in _keys()))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """A method: the form has no such field."""
        return () if self._is_open(obj) else ("changes_in_words",)

    @display(description="Changes")
    def changes_in_words(self, arm: ExperimentArm) -> str:
        return arm.changes_in_words()

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._is_open(obj) and super().has_add_permission(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._is_open(obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._is_open(obj) and super().has_delete_permission(request, obj)

    @staticmethod
    def _is_open(experiment: Experiment | None) -> bool:
        """Arms that guests have been given stay as they are."""
        return experiment is None or experiment.begun_at is None


def _keys() -> list[str]:
    return [feature.key for feature in flags.in_experiments()]


def _choice(key: str) -> forms.ChoiceField:
    name = flags.features()[key].name
    widget = UnfoldAdminSelectWidget
    return forms.ChoiceField(label=name, choices=CHOICES, required=False, widget=widget)
