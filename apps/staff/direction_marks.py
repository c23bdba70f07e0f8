"""Takes out of a page of the staff what turns its words round.

A guest may put such a sign into a name or a message: what stands behind it is then read
from right to left, so that words say something else than what is stored.
"""

from __future__ import annotations

from django.http import HttpResponse

# Embeddings, overrides and isolates. The marks with which Arabic and Hebrew are
# written are letters of their texts and change no other sign.
SIGNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_WRITTEN = tuple(sign.encode() for sign in SIGNS)


def removed(response: HttpResponse) -> HttpResponse:
    """The response; a page is without these signs, anything else is as it was."""
    kind = response.headers.get("Content-Type", "")
    if kind.startswith("text/html") and not response.streaming:
        content = response.content
        for sign in _WRITTEN:
            content = content.replace(sign, b"")
        response.content = content
    return response
