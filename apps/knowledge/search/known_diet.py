"""Puts first the places to eat whose records name what the guest eats."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from apps.catalog.models import Item
from apps.knowledge.search.matching_rows import Shortlist
from apps.knowledge.search.results import Found
from apps.knowledge.statements.index import StatementIndex


def first(
    shortlist: Shortlist, index: StatementIndex, diets: Collection[str]
) -> Shortlist:
    """The rows that have all of these words, then the others: none is left out."""

    def is_suitable(passage: Found) -> bool:
        row = passage["metadata"]["item_id"]
        return all(index.row_has_word(row, word) for word in diets)

    is_of_food = shortlist.kind == Item.Kind.RESTAURANT
    if not diets or not is_of_food or not any(map(is_suitable, shortlist.passages)):
        return shortlist
    passages = sorted(shortlist.passages, key=is_suitable, reverse=True)
    return replace(shortlist, passages=passages, suits_guest=True)
