"""The features of a property as checkboxes on its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldBooleanSwitchWidget

from apps.properties import flags
from apps.properties.flags import Feature
from apps.properties.models import FeatureFlag, Property

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Property]
else:
    ModelForm = forms.ModelForm

PREFIX = "feature_"


class FeaturesForm(ModelForm):
    """Adds a field for each feature in use to the form of a property."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stored = _stored(self.instance)
        for feature in flags.in_use():
            if field := self.fields.get(PREFIX + feature.key):
                row = stored.get(feature.key)
                field.initial = row.is_on if row else feature.is_on
                field.help_text = f"{feature.sentence} {_last_change(row)}".strip()


def form_class() -> type[FeaturesForm]:
    fields = {PREFIX + feature.key: _field(feature) for feature in flags.in_use()}
    return type("PropertyForm", (FeaturesForm,), fields)


def fieldset() -> tuple[str, dict[str, Any]]:
    description = (
        "A change holds for the next question. While an experiment runs, its arms come "
        "before what is set here."
    )
    fields = tuple(PREFIX + feature.key for feature in flags.in_use())
    return "Features", {"fields": fields, "description": description}


def save(form: FeaturesForm, place: Property, user: Any) -> None:
    """Stores what the user has changed; the defaults need no rows."""
    for feature in flags.in_use():
        if PREFIX + feature.key not in form.changed_data:
            continue
        is_on = form.cleaned_data[PREFIX + feature.key]
        row = _stored(place).get(feature.key)
        row = row or FeatureFlag(property=place, key=feature.key)
        row.is_on, row.changed_by = is_on, user
        row.full_clean()
        row.save()


def lines(place: Property) -> SafeString:
    """For those who may not change them."""
    values = flags.of(place)
    rows = (
        (feature.name, "on" if values[feature.key] else "off", feature.sentence)
        for feature in flags.in_use()
    )
    return format_html_join("", "<p><b>{}: {}.</b> {}</p>", rows)


def _field(feature: Feature) -> forms.BooleanField:
    return forms.BooleanField(
        label=feature.name, required=False, widget=UnfoldBooleanSwitchWidget
    )


def _stored(place: Property) -> dict[str, FeatureFlag]:
    if place.pk is None:
        return {}
    return {row.key: row for row in place.feature_flags.select_related("changed_by")}


def _last_change(row: FeatureFlag | None) -> str:
    if row is None:
        return ""
    author = row.changed_by or "the system"
    local = row.changed_at.astimezone(row.property.zone)
    return f"Last changed by {author}, {local:%Y-%m-%d %H:%M %Z}."
