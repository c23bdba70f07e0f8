"""The webhook for tables: signed, recent, each delivery once.

The body is `{"id": UUID, "sent_at": ISO time with zone, "property": slug, "category":
"restaurants", "rows": [{column: cell}]}`; `X-CMS-Signature` is the HMAC-SHA256 of the
raw body in hexadecimal, as `sha256=...` or bare.
"""

from __future__ import annotations

import hashlib
import hmac
import math
from datetime import timedelta
from typing import Annotated
from uuid import UUID

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, JsonResponse
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    Field,
    ValidationError,
    field_validator,
)

from apps.infrastructure import database_scope
from apps.infrastructure.postgresql import storable_text
from apps.infrastructure.postgresql.storable_text import StorableText
from apps.properties.models import Property
from apps.staff.intake import columns, deliveries
from apps.staff.models import Delivery

# Allows for clock skew and slow networks; an older request may be a replay.
MOST_AGE = timedelta(minutes=5)
MOST_ROWS = 2000


def _storable(cell: str | float | None) -> str | float | None:
    if isinstance(cell, str):
        storable_text.insist(cell)
    if isinstance(cell, float) and not math.isfinite(cell):
        raise ValueError("it is no number that a table can hold")
    return cell


Cell = Annotated[str | int | float | bool | None, AfterValidator(_storable)]


class Payload(BaseModel):
    id: UUID
    sent_at: AwareDatetime
    property: StorableText
    category: str
    rows: list[dict[StorableText, Cell]] = Field(min_length=1, max_length=MOST_ROWS)

    @field_validator("category")
    @classmethod
    def validate_category(cls, value: str) -> str:
        if value not in columns.CATEGORIES:
            raise ValueError(f"expected one of {', '.join(columns.CATEGORIES)}")
        return value


@csrf_exempt
@require_POST
def cms(request: HttpRequest) -> JsonResponse:
    """202 for a new delivery, 200 with the results for a repeated one, 409 for an id
    of another."""
    try:
        signed_slugs = _signed_slugs(request)
    except RequestDataTooBig:
        most = filesizeformat(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        return _error(413, "too_large", f"A delivery may have at most {most}.")
    if not signed_slugs:
        return _error(403, "bad_signature", "The signature does not match the body.")
    try:
        payload = Payload.model_validate_json(request.body)
    except ValidationError as error:
        return _error(422, "invalid", _first_error(error))
    if abs(timezone.now() - payload.sent_at) > MOST_AGE:
        return _error(403, "not_fresh", "It was sent more than five minutes ago.")
    places = Property.objects.filter(slug__in=signed_slugs)
    place = places.filter(slug=payload.property).first()
    if place is None:
        sentence = f"property: the secret is not that of “{payload.property}”."
        return _error(403, "foreign_property", sentence)
    return _received(payload, place)


def _received(payload: Payload, place: Property) -> JsonResponse:
    rows, origin = list(payload.rows), Delivery.Origin.WEBHOOK
    try:
        with database_scope.scoped_to(place.pk):
            delivery, is_new = deliveries.receive(
                payload.id, place, payload.category, rows, origin
            )
    except deliveries.IdIsTaken:
        sentence = "id: it is that of another delivery; send a new one."
        return _error(409, "id_taken", sentence)
    content = {
        "id": str(delivery.pk),
        "state": delivery.state,
        "results": delivery.results,
    }
    return JsonResponse(content, status=202 if is_new else 200)


def _signed_slugs(request: HttpRequest) -> set[str]:
    """The properties whose secret the body is signed with; none for a wrong signature.

    The body is parsed only once it is known to come from one of them.
    """
    signature = request.headers.get("x-cms-signature", "").removeprefix("sha256=")
    return {
        slug
        for slug, secret in _secrets().items()
        if secret and _is_signature(signature, secret, request.body)
    }


def _secrets() -> dict[str, str]:
    """By slug."""
    first = {settings.DEFAULT_PROPERTY: settings.CMS_WEBHOOK_SECRET}
    return {**first, **settings.CMS_WEBHOOK_SECRETS}


def _is_signature(signature: str, secret: str, body: bytes) -> bool:
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(signature.encode(), expected.encode())


def _first_error(error: ValidationError) -> str:
    first = error.errors(include_input=False, include_context=False)[0]
    where = ".".join(map(str, first["loc"])) or "body"
    return f"{where}: {first['msg']}"


def _error(status: int, code: str, message: str) -> JsonResponse:
    return JsonResponse({"error": {"code": code, "message": message}}, status=status)
