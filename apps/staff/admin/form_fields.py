"""Form fields that accept dates, times and lists as staff write them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.forms import SimpleArrayField
from django.db import models
from unfold import widgets

from apps.catalog import wall_clock

# The dots of "5.30 p.m." are taken away before.
TIME_FORMATS = ["%I:%M %p", "%I:%M%p", "%I %p", "%I%p", "%H:%M", "%H:%M:%S"]
TIME_FORMATS += ["%I%M %p", "%I%M%p", "%H%M"]

NAMED_TIMES = {"NOON": "12:00", "MIDNIGHT": "00:00"}


class ClockWidget(widgets.UnfoldAdminTextInputWidget):
    """Shows 5:00 PM."""

    def format_value(self, value: Any) -> str | None:
        if hasattr(value, "strftime"):
            return str(value.strftime("%I:%M %p")).lstrip("0")
        return value or None


class BoundedDateField(forms.DateField):
    """Refuses years that calendars and time zones cannot work with."""

    default_validators = [wall_clock.insist_on_year]


class ClockField(forms.TimeField):
    """Accepts 5:00 PM, 5 pm, 5pm, 5.30pm, 17:00, noon and midnight."""

    default_error_messages = {"invalid": "Write a time as 5:00 PM."}

    def __init__(self, **kwargs: Any) -> None:
        kwargs["widget"] = ClockWidget(attrs={"placeholder": "5:00 PM"})
        super().__init__(**{"input_formats": TIME_FORMATS, **kwargs})

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str):
            value = value.strip().upper().replace(".", "")
            value = NAMED_TIMES.get(value, value)
        return super().to_python(value)


class DayAndClockWidget(widgets.UnfoldAdminSplitDateTimeWidget):
    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs)
        narrow = "min-width: 6rem; max-width: 7rem"
        self.widgets[1] = ClockWidget({"placeholder": "8:00 PM", "style": narrow})


class DayAndClockField(forms.SplitDateTimeField):
    default_validators = [wall_clock.insist_on_year]
    default_error_messages = {
        **forms.SplitDateTimeField.default_error_messages,
        "invalid_time": "Write a time as 8:00 PM.",
    }

    def __init__(self, **kwargs: Any) -> None:
        kwargs["widget"] = DayAndClockWidget()
        kwargs["help_text"] = kwargs.get("help_text") or "On the clock of the resort."
        super().__init__(input_time_formats=TIME_FORMATS, **kwargs)


class CommaSeparatedField(SimpleArrayField):
    """A list of distinct words, separated by commas or line breaks."""

    def __init__(self, base_field: forms.Field, **kwargs: Any) -> None:
        rows = {"rows": 2}
        kwargs["widget"] = widgets.UnfoldAdminTextareaWidget(attrs=rows)
        super().__init__(base_field, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str):
            parts = value.replace("\n", ",").split(",")
            value = [part.strip() for part in parts if part.strip()]
        return list(dict.fromkeys(super().to_python(value)))


class ParagraphWidget(widgets.UnfoldAdminTextareaWidget):
    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__({"rows": 4, **(attrs or {})})


FORMFIELD_OVERRIDES: dict[type[models.Field[Any, Any]], dict[str, Any]] = {
    models.DateField: {"form_class": BoundedDateField},
    models.TimeField: {"form_class": ClockField, "widget": ClockWidget},
    models.DateTimeField: {
        "form_class": DayAndClockField,
        "widget": DayAndClockWidget,
    },
    models.TextField: {"widget": ParagraphWidget},
    ArrayField: {
        "form_class": CommaSeparatedField,
        "widget": widgets.UnfoldAdminTextareaWidget,
    },
}
