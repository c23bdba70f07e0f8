"""The features of a property as checkboxes on its page."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldBooleanSwitchWidget

from apps.properties import flags, local_times
from apps.properties.flags import Feature
from apps.properties.models import FeatureFlag, Property
from apps.staff.requests import people

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Property]
else:
    ModelForm = forms.ModelForm

PREFIX = "feature_"
PERMISSION = "properties.change_property"
SECOND_PERSON = "second_person"
# A wish to end the rule that nobody else has joined lapses.
END_HOLDS = timedelta(days=7)
END_ASKED = "asked to end it; it ends once somebody else switches it off as well"


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
    stored = _stored(place)
    for feature in flags.in_use():
        if PREFIX + feature.key not in form.changed_data:
            continue
        is_on = form.cleaned_data[PREFIX + feature.key]
        row = stored.get(feature.key) or FeatureFlag(property=place, key=feature.key)
        is_asked = not is_on and _takes_two(row, user)
        row.is_on = is_on or is_asked
        row.end_asked_by = user if is_asked else None
        row.changed_by = user
        row.full_clean()
        row.save()


def _takes_two(row: FeatureFlag, user: Any) -> bool:
    """Whether somebody else has to switch it off as well: the rule that a second person
    publishes, unless another one has asked for its end or nobody else could."""
    if row.key != SECOND_PERSON or _end_asked_by(row) not in {None, user}:
        return False
    return people.may_decide(row.property, PERMISSION).exclude(pk=user.pk).exists()


def _end_asked_by(row: FeatureFlag) -> Any:
    """Who asked lately to end the rule; None for nobody."""
    if row.changed_at is None or row.changed_at < timezone.now() - END_HOLDS:
        return None
    return row.end_asked_by


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
    return {
        row.key: row
        for row in place.feature_flags.select_related("changed_by", "end_asked_by")
    }


def _last_change(row: FeatureFlag | None) -> str:
    if row is None:
        return ""
    author = row.changed_by or "the system"
    at = local_times.say(row.changed_at, row.property)
    if asked_by := _end_asked_by(row):
        return f"{asked_by} {END_ASKED} ({at})."
    return f"Last changed by {author}, {at}."
