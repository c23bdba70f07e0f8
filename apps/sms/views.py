"""The provider's webhook."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    JsonResponse,
)
from django.views.decorators.csrf import csrf_exempt
from pydantic import ValidationError

from apps.infrastructure import counters, database_threads
from apps.sms.incoming import inbound
from apps.sms.telnyx import webhook

COUNTERS = "sms"


@csrf_exempt
async def telnyx(request: HttpRequest) -> HttpResponse:
    """Stores an event and answers at once; a task does what takes time.

    401 for what Telnyx has not signed just now, 409 for an event that came before.
    """
    if not settings.SMS_ENABLED:
        raise Http404
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        body = request.body
        webhook.insist(request.headers, body, settings.TELNYX_PUBLIC_KEY)
        event = webhook.read(body)
        await database_threads.run(inbound.receive, event)
    except RequestDataTooBig:
        return await _refused(413, "too_large")
    except webhook.Refused as error:
        return await _refused(401, str(error))
    except ValidationError:
        return await _refused(400, "no_event")
    except inbound.Repeated:
        return await _refused(409, "repeated")
    return JsonResponse({"status": "accepted"})


async def _refused(status: int, code: str) -> JsonResponse:
    """Nothing is stored of what is refused, but it is counted."""
    await database_threads.run(counters.add, COUNTERS, code)
    return JsonResponse({"error": {"code": code}}, status=status)
