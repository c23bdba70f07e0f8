"""What a person sees of a text: no markup, no hidden element, no unseen letter.

Staff paste from web pages and mails; what hides there would reach the model unread.
"""

from __future__ import annotations

from html.parser import HTMLParser

from apps.infrastructure import patterns
from apps.language import visible_characters

_BLANKS = patterns.compile(r"[ \t]+")
_MARKUP = patterns.compile(r"<[a-zA-Z!/?]|&[#\w]+;")
_UNSEEN_STYLE = patterns.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0"
    r"|opacity\s*:\s*0[.0]*(?:[^.\d]|$)|(?:^|[^-\w])color\s*:\s*(white|#fff\b|#ffffff|transparent)",
    "i",
)
_SILENT = frozenset({"script", "style", "template", "head", "noscript"})
_EMPTY = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "wbr"})
_BLOCKS = frozenset({"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "ul", "ol"})


def visible(text: str) -> str:
    """The text as it is read; the same when it holds nothing hidden."""
    if _MARKUP.search(text):
        reader = _Reader()
        reader.feed(text)
        reader.close()
        text = reader.text
    if text.isascii():
        return text
    return "".join(sign for sign in text if visible_characters.is_visible(sign))


class _Reader(HTMLParser):
    """Keeps what stands outside of hidden elements; comments are never kept."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._parts: list[str] = []
        self._open: list[tuple[str, bool]] = []

    @property
    def text(self) -> str:
        return _BLANKS.sub(" ", "".join(self._parts)).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self._parts.append("\n")
        if tag in _EMPTY:
            return
        attributes = dict(attrs)
        is_hidden = tag in _SILENT or "hidden" in attributes
        is_hidden |= attributes.get("aria-hidden") == "true"
        is_hidden |= bool(_UNSEEN_STYLE.search(attributes.get("style") or ""))
        self._open.append((tag, is_hidden))

    def handle_endtag(self, tag: str) -> None:
        """A tag that nothing has opened closes nothing."""
        names = [name for name, _ in self._open]
        if tag in names:
            del self._open[len(names) - 1 - names[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        if not any(is_hidden for _, is_hidden in self._open):
            self._parts.append(data)
