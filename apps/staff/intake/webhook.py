"""The door for sheets: signed, fresh, each delivery once.

The body is `{"id": UUID, "sent_at": ISO time with zone, "property": slug, "category":
"restaurants", "rows": [{column: cell}]}`; `X-CMS-Signature` is the HMAC-SHA256 of the
raw body in hexadecimal, as `sha256=...` or bare.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import timedelta
from typing import Annotated, Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, JsonResponse
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

from apps.properties.models import Property
from apps.staff.intake import columns, receive

# Clocks differ, networks wait; an older delivery may be somebody's recording.
FRESH = timedelta(minutes=5)
MOST_ROWS = 2000


def _storable(cell: str) -> str:
    if "\0" in cell:
        raise ValueError("a cell holds a NUL character, which no text may")
    return cell


Cell = Annotated[str, AfterValidator(_storable)] | int | float | bool | None


class Sent(BaseModel):
    """What a sheet sends."""

    id: UUID
    sent_at: AwareDatetime
    property: str
    category: str
    rows: list[dict[str, Cell]] = Field(min_length=1, max_length=MOST_ROWS)

    @field_validator("category")
    @classmethod
    def is_known(cls, value: str) -> str:
        if value not in columns.CATEGORIES:
            raise ValueError(f"known are {', '.join(columns.CATEGORIES)}")
        return value


@csrf_exempt
@require_POST
def cms(request: HttpRequest) -> JsonResponse:
    """202 for a new delivery, 200 for one known already, with what became of it."""
    if not _is_signed(request):
        return _refused(403, "bad_signature", "The signature does not fit the body.")
    try:
        sent = Sent.model_validate_json(request.body)
    except ValidationError as error:
        return _refused(422, "invalid", _first(error))
    if abs(timezone.now() - sent.sent_at) > FRESH:
        return _refused(403, "not_fresh", "It was sent more than five minutes ago.")
    place = Property.objects.filter(slug=sent.property).first()
    if place is None:
        return _refused(422, "invalid", f"property: there is no “{sent.property}”.")
    delivery, is_new = receive.take(sent.id, place, sent.category, list(sent.rows))
    told = {
        "id": str(delivery.pk),
        "state": delivery.state,
        "results": delivery.results,
    }
    return JsonResponse(told, status=202 if is_new else 200)


def _is_signed(request: HttpRequest) -> bool:
    secret = settings.CMS_WEBHOOK_SECRET
    given = request.headers.get("x-cms-signature", "").removeprefix("sha256=")
    right = hmac.new(secret.encode(), request.body, hashlib.sha256).hexdigest()
    return bool(secret) and hmac.compare_digest(given.encode(), right.encode())


def _first(error: ValidationError) -> str:
    one: dict[str, Any] = json.loads(error.json(include_url=False))[0]
    where = ".".join(map(str, one["loc"])) or "body"
    return f"{where}: {one['msg']}"


def _refused(status: int, code: str, message: str) -> JsonResponse:
    return JsonResponse({"error": {"code": code, "message": message}}, status=status)
