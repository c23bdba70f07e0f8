"""The names of a property's rows, and the focus they give a conversation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from django.db.models import Count, Max, Q

from apps.catalog.models import Item, Show
from apps.catalog.querysets import ItemQuerySet
from apps.knowledge import focus
from apps.knowledge.focus import Name
from apps.knowledge.retrieval import Question

MOST_ROWS_IN_FOCUS = 3
SHORT_QUESTION = 4
STAGES = (Item.Kind.VENUE, Item.Kind.SHOW)


def names(property_id: int) -> tuple[Name, ...]:
    """All names of live rows; read anew when a row of the property has changed."""
    state = _named_rows(property_id).aggregate(
        rows=Count("id"), changed=Max("updated_at")
    )
    return _names(property_id, state["rows"], state["changed"])


@lru_cache(maxsize=64)
def _names(property_id: int, rows: int, changed: datetime) -> tuple[Name, ...]:
    listed = _named_rows(property_id).values_list("id", "kind", "name", "aliases")
    return tuple(focus.names(listed))


def _named_rows(property_id: int) -> ItemQuerySet:
    rows = Item.objects.filter(property_id=property_id, status=Item.Status.LIVE)
    return rows.exclude(kind=Item.Kind.FAQ)


def question(property_id: int, text: str, earlier: Sequence[str]) -> Question:
    """The question with its focus; `earlier` holds the turns before, newest first."""
    known = names(property_id)
    named = focus.mentions(text, known)
    rows = tuple(mention.name for mention in named[-MOST_ROWS_IN_FOCUS:])
    if not rows:
        carried = focus.newest(earlier, known)
        rows = (carried,) if carried else ()
    return Question(
        text,
        rows,
        named=bool(named),
        subjects=_subjects(rows),
        before=_before(text, earlier),
    )


def _subjects(rows: Sequence[Name]) -> tuple[int, ...]:
    """The rows and what belongs to them: a venue's shows, a show's venue."""
    ids = [row.item_id for row in rows]
    stages = [row.item_id for row in rows if row.kind in STAGES]
    if stages:
        shows = Show.objects.filter(Q(at_venue__in=stages) | Q(pk__in=stages))
        for show in shows.values_list("pk", "at_venue_id"):
            ids += show
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
