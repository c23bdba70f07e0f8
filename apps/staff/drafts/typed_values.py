"""What was typed into a form that is shown again, because its row has changed.

Its parts, such as hours, are shown as stored, with the typed lines beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.http import HttpRequest

from apps.catalog.models import Item
from apps.staff.drafts.edit_conflicts import Conflict
from apps.staff.history import snapshot
from apps.staff.history.snapshot import Content

PICTURE = "picture"
CLEARED = f"{PICTURE}-clear"
# Of the picture that was chosen, and not of the one that is stored.
OF_PICTURE = frozenset({"picture_alt", "picture_focus_x", "picture_focus_y"})


def has_picture(request: HttpRequest) -> bool:
    """Whether a picture was chosen or cleared, which no page can show again."""
    return PICTURE in request.FILES or CLEARED in request.POST


def fields(
    conflict: Conflict, request: HttpRequest, form_class: Any, item: Item
) -> Any:
    """Values of the form's fields by name, without those that nobody has touched: they
    are shown as they are now."""
    instance = None
    if conflict.base is not None:
        property_id = conflict.base_property_id or item.property_id
        instance = type(item)(pk=item.pk, property_id=property_id)
        snapshot.fill(instance, conflict.base)
    post, files = request.POST, request.FILES
    form = form_class(post, files, instance=instance)
    widgets = {
        name: field.widget
        for name, field in form.fields.items()
        if not isinstance(field, forms.FileField)
        and (instance is None or _is_touched(form[name]))
        and not (name in OF_PICTURE and has_picture(request))
    }
    return {
        name: widget.value_from_datadict(post, files, name)
        for name, widget in widgets.items()
        if not widget.value_omitted_from_data(post, files, name)
    }


def _is_touched(bound: forms.BoundField) -> bool:
    """Whether what was sent differs from what the form had shown. Browsers send other
    line ends than are stored, and a clock shows no seconds."""
    field, shown = bound.field, bound.initial
    sent: Any = bound.data
    if field.disabled:
        return False
    if isinstance(field.widget, forms.MultiWidget):
        values: Any = field.widget.decompress(shown)
        pairs = zip(field.widget.widgets, values, sent, strict=True)
        return any(_shown(own, value) != _plain(text) for own, value, text in pairs)
    if isinstance(field.widget, forms.TextInput | forms.Textarea):
        return _shown(field.widget, field.prepare_value(shown)) != _plain(sent)
    return field.has_changed(shown, sent)


def _shown(widget: forms.Widget, value: Any) -> str:
    return _plain(widget.format_value(value))


def _plain(text: str | None) -> str:
    return "\n".join((text or "").splitlines()).strip()


# Of one part.
MOST_LINES = 100


def part_lines(
    post: Mapping[str, Any], formset: Any, base: Sequence[Content] | None
) -> list[str]:
    """Those that were changed or added; all that were left where some were removed.

    Empty where nobody has touched the part, and where it is stored as it was typed.
    formset: as it is stored. base: the part as the form had shown it; None for unknown.
    """
    model, prefix = formset.model, formset.prefix
    lines = _lines(post, prefix, model)
    stored = _lines(_sent(prefix, formset.initial_forms), prefix, model)
    earlier = stored
    if base is not None:
        base_forms = _forms(formset, base)
        earlier = _lines(_sent(prefix, base_forms), prefix, model)
    if sorted(lines) in (sorted(stored), sorted(earlier)):
        return []
    return [line for line in lines if line not in earlier] or lines


def _forms(formset: Any, part: Sequence[Content]) -> list[forms.BaseForm]:
    """Forms that show the stored lines of a part."""
    columns = {field.name: field for field in formset.model._meta.fields}
    return [
        formset.form(
            prefix=f"{formset.prefix}-{number}",
            initial={
                name: columns[name].to_python(value)
                for name, value in line.items()
                if name in columns
            },
        )
        for number, line in enumerate(part)
    ]


def _sent(prefix: str, line_forms: Sequence[forms.BaseForm]) -> dict[str, str]:
    """What a browser sends of forms that nobody has touched."""
    cells = {f"{prefix}-TOTAL_FORMS": str(len(line_forms))}
    for form in line_forms:
        for bound in form:
            cells |= _cells(bound)
    return {name: text for name, text in cells.items() if text}


def _cells(bound: forms.BoundField) -> dict[str, str]:
    widget, value = bound.field.widget, bound.field.prepare_value(bound.initial)
    if isinstance(widget, forms.MultiWidget):
        halves: Any = widget.decompress(value)
        pairs = zip(widget.widgets, halves, strict=True)
        return {
            f"{bound.html_name}_{number}": _text(own, half)
            for number, (own, half) in enumerate(pairs)
        }
    if isinstance(widget, forms.CheckboxInput):
        return {bound.html_name: "on" if value else ""}
    return {bound.html_name: _text(widget, value)}


def _text(widget: forms.Widget, value: Any) -> str:
    shown: Any = widget.format_value(value)
    return str((shown[0] if isinstance(shown, list) and shown else shown) or "")


def _lines(
    post: Mapping[str, Any], prefix: str, model: type[models.Model]
) -> list[str]:
    """Of what a browser sends, such as "Friday, 5:00 PM, 10:00 PM"."""
    count = post.get(f"{prefix}-TOTAL_FORMS", "")
    numbers = range(min(int(count), MOST_LINES)) if count.isdecimal() else ()
    rows = (list(_line(post, f"{prefix}-{number}-", model)) for number in numbers)
    return [", ".join(cells) for cells in rows if len(cells) > 1]


def _line(
    post: Mapping[str, Any], start: str, model: type[models.Model]
) -> Iterator[str]:
    """The filled cells; none of a line that was to be deleted."""
    if f"{start}DELETE" in post:
        return
    for key, text in post.items():
        name = key.removeprefix(start)
        if key == name or not text.strip() or name == "id":
            continue
        column = _column(model, name)
        if column is None or not column.is_relation:
            choices = dict(column.flatchoices) if column is not None else {}
            yield str(next((v for k, v in choices.items() if str(k) == text), text))


def _column(model: type[models.Model], name: str) -> Any:
    """None for one half of a day and a time."""
    try:
        return model._meta.get_field(name)
    except FieldDoesNotExist:
        return None
