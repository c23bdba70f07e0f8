"""Tells pages how long ago something was."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince

register = template.Library()
MINUTE = timedelta(minutes=1)


@register.filter
def ago(moment: datetime) -> str:
    """“3 minutes ago”, or “just now”, where Django says “0 minutes”."""
    is_new = timezone.now() - moment < MINUTE
    return "just now" if is_new else f"{timesince(moment)} ago"
