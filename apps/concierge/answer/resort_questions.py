"""Questions about the rest of the resort, to go on with after an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from apps.catalog.models import Item
from apps.concierge import replies
from apps.concierge.context import Context

# By the kind of the rows that answer it; the id of its sentence.
OF_KINDS: dict[str, str] = {
    Item.Kind.SHOW: "followup_shows",
    Item.Kind.RESTAURANT: "followup_eat",
    Item.Kind.ROOM: "followup_rooms",
    Item.Kind.AMENITY: "followup_do",
}
# Comes first after rows of the kind.
NEXT_KIND: dict[str, str] = {Item.Kind.TOWER: Item.Kind.ROOM}


def followups(
    cards: Sequence[dict[str, Any]], categories: Collection[str], context: Context
) -> Iterator[str]:
    """What is near the only row, then what there is of other kinds.

    categories: of the rows that the answer cites; none for an answer without rows.
    """
    if not categories:
        return
    if len(cards) == 1 and context.search.has_neighbours(cards[0]["item_id"]):
        name = cards[0]["short_title"]
        yield replies.say("followup_near", context.language, name=name)
    first = {NEXT_KIND.get(category) for category in categories}
    other_kinds = [kind for kind in OF_KINDS if kind not in categories]
    for kind in sorted(other_kinds, key=lambda kind: kind not in first):
        if kind in context.search.kinds():
            yield replies.say(OF_KINDS[kind], context.language)
