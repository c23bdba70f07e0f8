"""Which questions staff may store with a row, besides what the model itself checks."""

from __future__ import annotations

from apps.catalog.models import Item
from apps.conversations import fixed_replies
from apps.knowledge.indexing import phrasing_text
from apps.knowledge.indexing.readers import items
from apps.knowledge.models import Phrasing
from apps.properties.models import Property

# The name of the row that answers a question, as `phrasing_text.comparable` writes it.
RowNames = dict[str, str]


def row_names(place: Property, *, excluded_item: int | None = None) -> RowNames:
    """Of all questions that are stored for the property.

    excluded_item: the id of a row whose questions are left out.
    """
    phrasings = Phrasing.objects.filter(item__property=place)
    stored = phrasings.exclude(item=excluded_item).values_list("text", "item__name")
    return {phrasing_text.comparable(text): name for text, name in stored}


def fault(place: Property, text: str, names: RowNames) -> str:
    """Why the question may not be stored; empty where it may.

    names: of the rows that answer the stored questions, as `row_names` returns them.
    """
    if name := names.get(phrasing_text.comparable(text)):
        return f"{name} answers this question already."
    if fixed_replies.has_fixed_reply(place, text):
        return "The concierge has a fixed reply to this question."
    return ""


def fields(item: Item) -> dict[str, str]:
    """Labels of the fields that may answer a question, by name.

    Those that have a value, and those of phrasings that are stored.
    """
    labels = {
        line["field"]: line["label"]
        for draft in items.read(item)
        for line in draft.sentences
    }
    for field in item.phrasings.values_list("field", flat=True):
        labels.setdefault(field, f"{field.replace('_', ' ').capitalize()} (empty)")
    return labels
