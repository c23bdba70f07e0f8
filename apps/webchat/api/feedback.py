"""`POST /feedback`: what a guest thinks of an answer."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from ninja import Router

from apps.conversations import thread_secrets
from apps.conversations.review import feedback
from apps.conversations.turns import chat_session
from apps.conversations.turns.chat_session import ChatSession
from apps.webchat.api import access, schemas
from apps.webchat.api.errors import ApiError

router = Router(tags=["feedback"])
REFUSALS = dict.fromkeys((400, 401, 403, 404, 413, 415, 422, 429), schemas.Failure)


@router.post(
    "/feedback",
    auth=access.may_write,
    response={204: None, **REFUSALS},
    summary="Rate an answer",
)
async def rate(request: HttpRequest, rating: schemas.Rating) -> object:
    """Stored without personal data; the latest rating of a turn counts."""
    guest = thread_secrets.guest(rating.thread_secret)
    await access.check_rate(request, guest)
    session = await chat_session.open_thread(rating.thread_id, rating.thread_secret)
    if session is None or not await _save(session, rating):
        raise ApiError(404, "no_such_thread", "There is no such thread or turn.")
    return 204, None


async def _save(session: ChatSession, rating: schemas.Rating) -> bool:
    save = sync_to_async(feedback.save, thread_sensitive=False)
    with session.scope():
        return await save(
            rating.thread_id,
            rating.turn_id,
            rating.stars,
            rating.reason,
            rating.comment,
        )
