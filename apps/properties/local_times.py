"""Staff read and write times on the clock of their resort."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import admin
from django.core.exceptions import FieldDoesNotExist
from django.db.models import DateTimeField, Model
from django.db.models.query import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.formats import date_format

from apps.infrastructure.postgresql import row_ids
from apps.properties import access
from apps.properties.models import Property

Column = str | Callable[[Any], str | None]


def of_staff(user: Any) -> ZoneInfo:
    """The zone of the properties that the user works for; UTC where they differ."""
    if not user.is_authenticated:
        return ZoneInfo("UTC")
    return _shared(access.properties(user))


def say(moment: datetime, place: Property | None) -> str:
    """On the clock of the place, else of the page: “Nov. 27, 2026, 7:30 PM EST”."""
    local = timezone.localtime(moment, place.zone if place else None)
    return f"{date_format(local, 'DATETIME_FORMAT')}{zone_name(moment, place)}"


def zone_name(moment: datetime, place: Property | None) -> str:
    """“ EST” where a page shows several clocks; empty where all its times share one.

    A page whose reader works for resorts in several zones is itself in UTC.
    """
    local = timezone.localtime(moment, place.zone if place else None)
    is_clock_of_page = str(local.tzinfo) == str(timezone.get_current_timezone())
    return "" if is_clock_of_page and str(local.tzinfo) != "UTC" else f" {local:%Z}"


def column(model: type[Model], name: Column, property_path: str) -> Column:
    """A column of an admin's list; a time is on the clock of its row's property.

    property_path: from a row to its property; empty where rows belong to none.
    """
    return _time_column(model, name, property_path) if isinstance(name, str) else name


@cache  # Django finds the columns that can be sorted by comparing them
def _time_column(model: type[Model], name: str, property_path: str) -> Column:
    try:
        field = model._meta.get_field(name)
    except FieldDoesNotExist:
        return name
    if not isinstance(field, DateTimeField):
        return name

    @admin.display(description=field.verbose_name, ordering=name)
    def show(row: Model) -> str | None:
        moment = getattr(row, name)
        return say(moment, _place(row, property_path)) if moment else None

    show.__name__ = name
    return show


def _place(row: Any, property_path: str) -> Property | None:
    for name in property_path.split("__"):
        row = getattr(row, name, None)
    return row if isinstance(row, Property) else None


def _shared(properties: QuerySet[Property]) -> ZoneInfo:
    names = set(properties.order_by().values_list("time_zone", flat=True).distinct())
    return ZoneInfo(names.pop() if len(names) == 1 else "UTC")


def rendered(response: HttpResponse) -> HttpResponse:
    """Fields convert their times to local ones while they are rendered: now."""
    if isinstance(response, SimpleTemplateResponse) and not response.is_rendered:
        response.render()
    return response


class LocalTimeForms:
    """For admins of rows with a `property`: times are those of its time zone."""

    model: type[Model]

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, *args: Any, **kw: Any
    ) -> HttpResponse:
        with timezone.override(self._zone(request, object_id)):
            return rendered(
                super().changeform_view(request, object_id, *args, **kw)  # type: ignore[misc]
            )

    def _zone(self, request: HttpRequest, object_id: str | None) -> ZoneInfo:
        """Of the property chosen in the form, else of the row, else of the only one."""
        property_id = row_ids.parse(request.POST.get("property", ""))
        row_id = row_ids.parse(object_id or "")
        if property_id is not None:
            return _shared(Property.objects.filter(pk=property_id))
        row = self.model._default_manager.filter(pk=row_id)
        places = Property.objects.filter(pk__in=row.values("property"))
        place = places.first() if row_id is not None else None
        return place.zone if place else of_staff(request.user)


def say_with_zone(moment: datetime | None, place: Property) -> str:
    """Nov. 22, 2026, 9:42 PM EST; "-" for a moment that has not come."""
    if moment is None:
        return "-"
    local = moment.astimezone(place.zone)
    return f"{date_format(local, 'DATETIME_FORMAT')} {local:%Z}"
