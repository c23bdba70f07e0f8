"""Leads those who may set up the site through what is missing."""

from typing import Any

from django import template

from apps.staff import setup_steps as missing

register = template.Library()


@register.inclusion_tag("admin/staff/setup_steps.html")
def setup_steps(user: Any) -> dict[str, Any]:
    """The steps until guests are answered; nothing from then on."""
    return {"steps": missing.steps(user)}
