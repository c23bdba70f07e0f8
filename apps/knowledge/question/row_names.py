"""The names of a property's rows, and the focus they give a conversation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question.focus import Name, normal
from apps.knowledge.search.retrieval import Question

MOST_ROWS_IN_FOCUS = 3
MOST_CHOICES = 5
SHORT_QUESTION = 4
_ORDINALS = (
    patterns.compile(
        r"\b(the )?(first|1st|former)( one| place| option|$)|\bnumber one\b"
    ),
    patterns.compile(
        r"\b(the )?(second|2nd|latter)( one| place| option|$)|\bnumber two\b"
    ),
    patterns.compile(r"\b(the )?(third|3rd)( one| place| option|$)|\bnumber three\b"),
)
_LAST = patterns.compile(r"\bthe last (one|place|option)\b")
# Words that only make sense of one kind of row, whatever was named last.
_OF_KIND = (
    (
        frozenset({Item.Kind.ROOM, Item.Kind.TOWER, Item.Kind.AMENITY}),
        patterns.compile(
            r"\b(rooms?|beds?|bedrooms?|mattress(es)?|bathrooms?|hotel)\b"
        ),
    ),
    (
        frozenset({Item.Kind.RESTAURANT}),
        patterns.compile(
            r"\b(menu|dish(es)?|meals?|waiters?|portions?|food|restaurant)\b"
        ),
    ),
)


def question(snapshot: PropertySnapshot, text: str, earlier: Sequence[str]) -> Question:
    """The question with its focus; `earlier` holds the turns before, newest first."""
    named = [mention.name for mention in snapshot.mentions(text)]
    rows = named[-MOST_ROWS_IN_FOCUS:] or _picked(text, earlier, snapshot)
    said, alike = ("", []) if rows else snapshot.alike(text)
    carried = [] if rows else _carried(text, earlier, snapshot)
    if len(alike) == 1:
        rows = alike
    is_open = not rows and 1 < len(alike) <= MOST_CHOICES
    is_ours = any(one.item_id == two.item_id for one in carried for two in alike)
    return Question(
        text,
        tuple(rows or carried),
        named=bool(rows),
        subjects=_subjects(rows or carried, snapshot),
        before=_before(text, earlier, named),
        choices=tuple(alike) if is_open and not is_ours else (),
        part=said,
    )


def _carried(
    text: str, earlier: Sequence[str], snapshot: PropertySnapshot
) -> list[Name]:
    """The row named last, if possible of a kind that the question can be about."""
    lower = text.lower()
    kinds = next((kinds for kinds, words in _OF_KIND if words.search(lower)), None)
    newest: list[Name] = []
    for turn in earlier:
        for mention in reversed(snapshot.mentions(turn)):
            newest = newest or [mention.name]
            if kinds is None or mention.name.kind in kinds:
                return [mention.name]
    return newest


def _picked(
    text: str, earlier: Sequence[str], snapshot: PropertySnapshot
) -> list[Name]:
    """The second of the rows that the concierge named just now."""
    shown = [one.name for one in snapshot.mentions(earlier[0])] if earlier else []
    lower = text.lower().strip(" .!?")
    if len(shown) > 1 and _LAST.search(lower):
        return shown[-1:]
    for place, words in enumerate(_ORDINALS):
        if words.search(lower) and place < len(shown) > 1:
            return [shown[place]]
    return []


def _subjects(rows: Sequence[Name], snapshot: PropertySnapshot) -> tuple[int, ...]:
    """The rows and what belongs to them: a venue's shows, a show's venue."""
    ids = [row.item_id for row in rows]
    for pair in snapshot.show_venues:
        if any(row.item_id in pair for row in rows):
            ids += pair
    return tuple(dict.fromkeys(ids))


def _before(text: str, earlier: Sequence[str], named: Sequence[Name]) -> str:
    """The guest's question before, when this one is too short to stand alone.

    A name alone answers "Which one do you mean?". `earlier` begins with the concierge's
    answer; the guest's words come behind it.
    """
    is_name = any(normal(text).strip() == name.words for name in named)
    hangs_on = is_name or len(text.split()) <= SHORT_QUESTION
    return earlier[1] if hangs_on and len(earlier) > 1 else ""


def categories(property_id: int, at: datetime) -> list[str]:
    """Kinds that have at least one live row, as the catalog names them."""
    live = Item.objects.filter(property_id=property_id).live(at)
    return list(live.order_by("kind").values_list("kind", flat=True).distinct())
