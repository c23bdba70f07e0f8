"""The bundles of the guest page, by name, each at an address that names its content."""

from __future__ import annotations

import hashlib
from functools import cache

from django.templatetags.static import static
from django.urls import reverse

from apps.infrastructure import patterns
from apps.webchat.bundles import modules

ENTRY = "webchat/js/page.js"
SHEETS = (
    "tokens",
    "elements",
    "frame",
    "first_screen",
    "horizon",
    "conversation/thread",
    "conversation/answer",
    "conversation/sources",
    "conversation/cards",
    "conversation/comparison",
    "conversation/requests",
    "conversation/feedback",
    "conversation/notices",
    "conversation/composer",
    "conversation/memory",
    "preferences",
)
TYPES = {"page.js": "text/javascript", "page.css": "text/css"}
DIGEST_CHARS = 12
COMMENT = patterns.compile(r"(?s)[ \t]*/\*.*?\*/\n?")


@cache
def text(name: str) -> str:
    """The content of `page.js` or `page.css`."""
    return modules.bundle(ENTRY) if name == "page.js" else _styles()


@cache
def digest(name: str) -> str:
    return hashlib.sha256(text(name).encode()).hexdigest()[:DIGEST_CHARS]


def url(name: str) -> str:
    return reverse("bundle", args=[digest(name), name])


def _styles() -> str:
    """The sheets in their order; addresses in them count from the folder of statics."""
    texts = [
        (modules.STATIC / f"webchat/css/{sheet}.css").read_text(encoding="utf-8")
        for sheet in SHEETS
    ]
    sheets = COMMENT.sub("", "\n".join(texts))
    return sheets.replace("url(../", f"url({static('webchat/')}")
