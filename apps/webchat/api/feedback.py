"""`POST /feedback`: what a guest thinks of an answer."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from ninja import Router

from apps.conversations.review import feedback
from apps.conversations.turns import session
from apps.webchat.api import access, schemas
from apps.webchat.api.errors import Refused

router = Router(tags=["feedback"])
REFUSALS = dict.fromkeys((401, 403, 404, 413, 415, 422, 429), schemas.Failure)


@router.post(
    "/feedback",
    auth=access.may_write,
    response={204: None, **REFUSALS},
    summary="Rate an answer",
)
async def rate(request: HttpRequest, rating: schemas.Rating) -> object:
    """Kept without personal data; the last word on a turn counts."""
    guest = rating.thread_secret or str(rating.thread_id)
    await access.insist_on_pace(request, guest)
    desk = await session.open_of(rating.thread_id, rating.thread_secret)
    known = desk is not None and await sync_to_async(
        feedback.keep, thread_sensitive=False
    )(
        rating.thread_id,
        rating.turn_id,
        rating.rating,
        rating.reason,
        rating.comment,
    )
    if not known:
        raise Refused(404, "no_such_thread", "There is no such thread or turn.")
    return 204, None
