"""Links to the playground with a question in its form."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from apps.catalog.models import Item

# Guests may write longer questions, but servers refuse addresses of such a length.
MAX_QUESTION_CHARS = 500


def url(property_id: int, question: str) -> str:
    query = {"property": property_id, "question": question[:MAX_QUESTION_CHARS]}
    return f"{reverse('playground')}?{urlencode(query)}"


def of_row(row: Item, *, with_drafts: bool = False) -> str:
    """What the concierge tells of a row, or answers to a stored question."""
    is_question = row.kind == Item.Kind.FAQ
    question = row.name if is_question else f"Tell me about {row.name}"
    query = {
        "property": row.property_id,
        **({"drafts": "on"} if with_drafts else {}),
        "row": row.name,
        "question": question[:MAX_QUESTION_CHARS],
        "answer": "1",
    }
    return f"{reverse('playground')}?{urlencode(query)}"
