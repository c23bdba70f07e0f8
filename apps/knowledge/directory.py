"""The names of a property's rows, and the focus they give a conversation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from apps.catalog.models import Item
from apps.knowledge import focus
from apps.knowledge.focus import Name
from apps.knowledge.retrieval import Question
from apps.knowledge.shelf import Shelf

MOST_ROWS_IN_FOCUS = 3
SHORT_QUESTION = 4


def question(shelf: Shelf, text: str, earlier: Sequence[str]) -> Question:
    """The question with its focus; `earlier` holds the turns before, newest first."""
    named = shelf.mentions(text)
    rows = tuple(mention.name for mention in named[-MOST_ROWS_IN_FOCUS:])
    if not rows:
        carried = focus.newest(earlier, shelf.mentions)
        rows = (carried,) if carried else ()
    return Question(
        text,
        rows,
        named=bool(named),
        subjects=_subjects(rows, shelf),
        before=_before(text, earlier),
    )


def _subjects(rows: Sequence[Name], shelf: Shelf) -> tuple[int, ...]:
    """The rows and what belongs to them: a venue's shows, a show's venue."""
    ids = [row.item_id for row in rows]
    for pair in shelf.stages:
        if any(row.item_id in pair for row in rows):
            ids += pair
    return tuple(dict.fromkeys(ids))


def _before(text: str, earlier: Sequence[str]) -> str:
    """The guest's question before, when this one is too short to stand alone.

    `earlier` begins with the concierge's answer; the guest's words come behind it.
    """
    hangs_on = len(text.split()) <= SHORT_QUESTION
    return earlier[1] if hangs_on and len(earlier) > 1 else ""


def categories(property_id: int, at: datetime) -> list[str]:
    """Kinds that have at least one live row, as the catalog names them."""
    live = Item.objects.filter(property_id=property_id).live(at)
    return list(live.order_by("kind").values_list("kind", flat=True).distinct())
