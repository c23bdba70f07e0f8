"""Links to the playground with a guest's question in its form."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

# Guests may write longer questions, but servers refuse addresses of such a length.
MAX_QUESTION_CHARS = 500


def url(property_id: int, question: str) -> str:
    query = {"property": property_id, "question": question[:MAX_QUESTION_CHARS]}
    return f"{reverse('playground')}?{urlencode(query)}"
