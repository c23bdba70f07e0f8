"""`POST /chat`: a question in, its answer as server-sent events out."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router

from apps.conversations import thread_secrets
from apps.conversations.turns import rate_limits, refusals, session
from apps.conversations.turns.session import Desk
from apps.webchat import client_address, frames
from apps.webchat.api import access, events, schemas
from apps.webchat.api.errors import Refused

router = Router(tags=["chat"])
# Longer numbers are none of ours, and Python refuses to read the longest.
MOST_DIGITS = 18
REFUSALS = dict.fromkeys((401, 403, 404, 413, 415, 422, 429, 503), schemas.Failure)
# With it an EventSource of the same browser may follow the turn again for a while.
SECRET_COOKIE = "thread_secret"  # noqa: S105 - a name
COOKIE_SECONDS = 600


@router.post(
    "/chat",
    auth=access.may_write,
    response=REFUSALS,
    summary="Ask, or resume an answer",
)
async def chat(request: HttpRequest, question: schemas.Question) -> object:
    """Streams the events of one turn. `Last-Event-ID` resumes a turn of the thread.

    The first event names the thread and its secret, which go on with it together.
    """
    desk = await open_desk(question.property)
    desk.language = question.language
    last = request.headers.get("last-event-id", "")
    if last:
        desk.choose(question.thread_id, question.thread_secret)
        await access.insist_on_pace(
            request, desk.guest(None, ""), rate_limits.Pace.COMMAND
        )
        return await _resumed(desk, last)
    await _insist_on_pace(request, desk, question)
    turn_id = await _asked(desk, question)
    answer = events.stream(desk, turn_id, 0)
    answer.set_cookie(
        SECRET_COOKIE,
        desk.secret,
        max_age=COOKIE_SECONDS,
        path=f"{request.path}/{turn_id}",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )
    return answer


@router.get(
    "/chat/{turn_id}",
    auth=access.may_read,
    response=REFUSALS,
    summary="Follow a turn again",
)
async def follow(
    request: HttpRequest, turn_id: UUID, thread_id: UUID, after: int = 0
) -> object:
    """For EventSource, which can only GET: the cookie of the question opens it.

    An address is written to logs, so the secret of the thread never stands in one.
    """
    secret = request.COOKIES.get(SECRET_COOKIE, "")
    guest = thread_secrets.digest(secret) if secret else str(thread_id)
    await access.insist_on_pace(request, guest, rate_limits.Pace.COMMAND)
    desk = await session.open_of(thread_id, secret)
    if desk is None:
        raise no_such_turn()
    last = request.headers.get("last-event-id", f"{turn_id}:{after}")
    return await _resumed(desk, last)


async def open_desk(slug: str) -> Desk:
    desk = await session.open_for(slug or settings.DEFAULT_PROPERTY)
    if desk is None:
        raise Refused(404, "no_such_place", "There is no such property.")
    return desk


def no_such_turn() -> Refused:
    return Refused(404, "no_such_turn", "There is no such turn in this thread.")


async def _insist_on_pace(
    request: HttpRequest, desk: Desk, question: schemas.Question
) -> None:
    """Who is in danger reads numbers to call in the refusal."""
    thread = question.thread_id or question.client_id or uuid4()
    guest, address = (
        question.thread_secret or str(thread),
        client_address.of_request(request),
    )
    refusal = await refusals.too_fast(desk, guest, address, question.message)
    if refusal is None:
        return
    sentence = access.WAIT.format(seconds=refusal.seconds)
    if refusal.is_urgent:
        sentence = refusal.event["message"]
    raise Refused(429, "too_fast", sentence, refusal.seconds)


async def _asked(desk: Desk, question: schemas.Question) -> str:
    try:
        text = frames.clean(question.message)
        if not text:
            raise Refused(422, "invalid", "message: It holds no words.")
        client_id = question.client_id or uuid4()
        thread, secret = question.thread_id, question.thread_secret
        return await desk.ask(thread, client_id, text, secret)
    except session.Resting as error:
        sentence = desk.notice("resort_paused")["message"]
        raise Refused(503, "paused", sentence) from error
    except session.Busy as error:
        sentence = desk.notice("one_moment")["message"]
        raise Refused(429, "busy", sentence, 5) from error
    except session.Overloaded as error:
        sentence = desk.notice("overloaded")["message"]
        raise Refused(503, "overloaded", sentence, error.retry_after) from error


async def _resumed(desk: Desk, last: str) -> StreamingHttpResponse:
    turn_id, _, after = last.partition(":")
    try:
        is_number = after.isdecimal() and len(after) <= MOST_DIGITS
        known = is_number and await desk.owns(str(UUID(turn_id)))
    except ValueError:
        known = False
    if not known:
        raise no_such_turn()
    return events.stream(desk, turn_id, int(after))
