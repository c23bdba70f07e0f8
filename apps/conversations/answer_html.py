"""An answer's text as safe HTML: Markdown without raw HTML, links or images."""

from __future__ import annotations

from functools import cache

from django.utils.html import format_html
from markdown_it import MarkdownIt

from apps.infrastructure import patterns

MARK = patterns.compile(r"\s?\[(\d{1,2})\]")


def to_html(text: str) -> str:
    """Paragraphs, lists, bold and italics; source marks become buttons.

    Raw HTML is shown as text. Links and images are off: an answer shows none that
    is not in the cited row.
    """
    return MARK.sub(_button, _markdown().render(text))


def _button(match: patterns.Match) -> str:
    number = match.group(1)
    return format_html(
        '<button class="cite" type="button" data-n="{}" aria-expanded="false">'
        '<span class="vh">Source </span>{}</button>',
        number,
        number,
    )


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("zero", {"html": False, "breaks": True}).enable(
        ["emphasis", "list", "newline", "escape"]
    )
