"""What the forms of a gap send."""

from __future__ import annotations

from django.http import HttpRequest, QueryDict
from django.shortcuts import get_object_or_404

from apps.infrastructure.postgresql import row_ids
from apps.properties import access
from apps.properties.models import Property


def questions(request: HttpRequest, form: QueryDict) -> tuple[Property, list[int]]:
    """The property and the messages of a gap's form."""
    place = get_object_or_404(Property, pk=row_ids.parse(form.get("property", "")))
    access.insist(request.user, place)
    parsed_ids = map(row_ids.parse, form.getlist("message"))
    return place, [message_id for message_id in parsed_ids if message_id is not None]
