"""Gives pages the words by which the sidebar names them."""

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
