"""Times of several properties on one page."""

from datetime import datetime

from django import template

from apps.properties import local_times
from apps.properties.models import Property

register = template.Library()


@register.filter
def zone_name(moment: datetime, place: Property) -> str:
    """To follow a time on the clock of a property; see `local_times.zone_name`."""
    return local_times.zone_name(moment, place)
