"""Staff read and write times on the clock of their resort."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Model
from django.db.models.query import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import timezone

from apps.infrastructure.postgresql import row_ids
from apps.properties import access
from apps.properties.models import Property


def of_staff(user: Any) -> ZoneInfo:
    """The zone of the properties that the user works for; UTC where they differ."""
    if not user.is_authenticated:
        return ZoneInfo("UTC")
    return _shared(access.properties(user))


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
        if row_id is not None:
            row = self.model._default_manager.filter(pk=row_id)
            return _shared(Property.objects.filter(pk__in=row.values("property")))
        return of_staff(request.user)
