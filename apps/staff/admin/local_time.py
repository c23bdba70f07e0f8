"""Forms show and take times of the property, not of the server."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import timezone

from apps.infrastructure import row_ids
from apps.properties.models import Property


class LocalTimeForms:
    """For admins of rows that have a `property`."""

    model: type[Model]

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, *args: Any, **kw: Any
    ) -> HttpResponse:
        with timezone.override(self._zone(request, object_id)):
            response: HttpResponse = super().changeform_view(  # type: ignore[misc]
                request, object_id, *args, **kw
            )
            # Fields turn their times into local ones while they are drawn.
            if isinstance(response, SimpleTemplateResponse):
                response.render()
        return response

    def _zone(self, request: HttpRequest, object_id: str | None) -> ZoneInfo:
        """Of the property chosen in the form, else of the row, else of the only one."""
        chosen = row_ids.parse(request.POST.get("property", ""))
        row = row_ids.parse(object_id or "")
        if chosen is not None:
            places = Property.objects.filter(pk=chosen)
        elif row is not None:
            places = Property.objects.filter(items__pk=row)
        else:
            places = Property.objects.all()
        names = set(places.values_list("time_zone", flat=True)[:2])
        return ZoneInfo(names.pop() if len(names) == 1 else "UTC")
