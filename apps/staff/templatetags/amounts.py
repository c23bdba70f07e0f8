"""Gives pages amounts as the dashboard writes them."""

from __future__ import annotations

from django import template

from apps.infrastructure import quantities

register = template.Library()


@register.filter
def amount(value: float | None, unit: str) -> str:
    """“2.7 s” of 2700 "ms", “0.15¢” of 0.0015 "$"; a dash where there is none."""
    return "-" if value is None else quantities.say(float(value), unit)
