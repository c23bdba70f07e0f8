"""Results of tools in the form of passages: fenced data that answers cite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apps.concierge import bookings

BOOKING, CALCULATION, WEATHER = bookings.CATEGORY, "calculation", "weather"
CATEGORIES = frozenset({BOOKING, CALCULATION, WEATHER})
# Below the ids that sections of documents have among rows.
FIRST_ID = -2_000_000_000
SURE = 1.0


def line(
    field: str, label: str, value: str, text: str, in_language: str = "", url: str = ""
) -> dict[str, Any]:
    """One fact; `in_language` is its text in the guest's language, or empty."""
    return {
        "field": field,
        "label": label,
        "value": value,
        "text": text,
        "chance": SURE,
        **({"in_language": in_language} if in_language else {}),
        **({"url": url} if url else {}),
    }


def passage(
    category: str,
    name: str,
    lines: Sequence[dict[str, Any]],
    *,
    source: str,
    url: str = "",
    at: str = "",
) -> dict[str, Any]:
    """at: when its figures were fetched, as ISO 8601; empty for what is timeless."""
    return {
        "content": " ".join(own["text"] for own in lines),
        "score": SURE,
        "metadata": {
            "passage_id": 0,
            "item_id": FIRST_ID,
            "subject_id": FIRST_ID,
            "category": category,
            "item_name": name,
            "title": name,
            "field_group": category,
            "sentences": list(lines),
            "revision": 0,
            "source": source,
            "website": url,
            "updated_at": at,
            "verified_at": at,
            "fits": "",
            "part": 0,
        },
    }


def numbered(
    passages: Sequence[dict[str, Any]], first: int, part: int = 0
) -> list[dict[str, Any]]:
    """With an id of its own for each result: a citation names one of them.

    first: how many passages the turn has already. part: see `search.results`.
    """
    return [
        {
            **own,
            "metadata": {**own["metadata"], **_ids(own, first + place), "part": part},
        }
        for place, own in enumerate(passages)
    ]


def is_of_tool(passage: dict[str, Any]) -> bool:
    return passage["metadata"]["category"] in CATEGORIES


def _ids(passage: dict[str, Any], place: int) -> dict[str, int]:
    """None for what has ids of its own: sections of documents."""
    if not is_of_tool(passage):
        return {}
    return {"item_id": FIRST_ID - place, "subject_id": FIRST_ID - place}
