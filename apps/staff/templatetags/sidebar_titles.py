"""Gives pages the words by which the sidebar names them."""

from typing import Any

from django import template

from apps.staff import sidebar

# Attribute of a row, where its name would tell people nothing.
HEADING = "heading"

register = template.Library()


@register.filter
def sidebar_title(url: object, default: object) -> object:
    """The sidebar's entry for a URL; the default if it has none.

    default: a text, or a row, which may bring a heading of its own.
    """
    heading = getattr(default, HEADING, default)
    return sidebar.titles_by_url().get(str(url), heading)


@register.filter
def without_repeat(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without the app where it is called as its list is: Conversations, Properties."""
    titles = [str(part.get("title", "")).lower() for part in parts[:2]]
    return parts[1:] if len(titles) > 1 and titles[0] == titles[1] else parts
