"""Template tags and filters of the staff's pages."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import template
from django.conf import settings
from django.utils import timezone
from django.utils.timesince import timesince

from apps.infrastructure import quantities
from apps.staff import setup_steps as missing
from apps.staff import sidebar
from apps.staff.accounts.single_sign_on import provider

register = template.Library()
MINUTE = timedelta(minutes=1)


@register.filter
def ago(moment: datetime) -> str:
    """“3 minutes ago”, or “just now”, where Django says “0 minutes”."""
    is_new = timezone.now() - moment < MINUTE
    return "just now" if is_new else f"{timesince(moment)} ago"


@register.filter
def amount(value: float | None, unit: str) -> str:
    """“2.7 s” of 2700 "ms", “0.15¢” of 0.0015 "$"; a dash where there is none."""
    return "-" if value is None else quantities.say(float(value), unit)


@register.inclusion_tag("admin/staff/setup_steps.html")
def setup_steps(user: Any) -> dict[str, Any]:
    """The steps until guests are answered; nothing from then on."""
    return {"steps": missing.steps(user)}


# Attribute of a row, where its name would tell people nothing.
HEADING = "heading"


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


@register.simple_tag
def single_sign_on_name() -> str:
    """The provider's name; empty where there is none."""
    return str(settings.STAFF_SSO_NAME) if provider.is_set_up() else ""
