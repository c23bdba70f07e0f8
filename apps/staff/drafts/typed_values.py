"""What was typed into a form that is shown again, because its row has changed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest

from apps.catalog.models import Item
from apps.staff.drafts.edit_conflicts import Conflict
from apps.staff.history import snapshot

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
