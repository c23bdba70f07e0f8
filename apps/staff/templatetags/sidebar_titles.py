"""Gives pages the words by which the sidebar names them."""

from django import template

from apps.staff import sidebar

register = template.Library()


@register.filter
def sidebar_title(url: object, default: str) -> str:
    """The sidebar's entry for a URL; the default if it has none."""
    return sidebar.titles_by_url().get(str(url), default)
