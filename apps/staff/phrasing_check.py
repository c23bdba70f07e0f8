"""Which questions staff may store with a row, besides what the model itself checks."""

from __future__ import annotations

from apps.conversations import fixed_replies
from apps.knowledge.indexing import phrasing_text
from apps.knowledge.models import Phrasing
from apps.properties.models import Property

Rows = dict[str, str]


def rows_by_question(place: Property, *, besides: int | None = None) -> Rows:
    """The name of the row that answers each stored question of the property.

    Questions are written as `phrasing_text.comparable` does. besides: the id of a row
    that is left out.
    """
    phrasings = Phrasing.objects.filter(item__property=place).exclude(item=besides)
    stored = phrasings.values_list("text", "item__name")
    return {phrasing_text.comparable(text): name for text, name in stored}


def fault(place: Property, text: str, rows: Rows) -> str:
    """Why the question may not be stored; empty where it may.

    rows: of the questions that are stored, as `rows_by_question` returns them.
    """
    if row := rows.get(phrasing_text.comparable(text)):
        return f"{row} answers this question already."
    if fixed_replies.has_fixed_reply(place, text):
        return "The concierge has a fixed reply to this question."
    return ""
