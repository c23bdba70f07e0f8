"""`POST /chat`: a question in, its answer as server-sent events out."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router

from apps.conversations import thread_secrets
from apps.conversations.turns import chat_session
from apps.conversations.turns.chat_session import ChatSession
from apps.conversations.turns.limits import rate_limits
from apps.webchat import client_address, staff_trace
from apps.webchat.api import access, events, schemas
from apps.webchat.api.errors import ApiError
from apps.webchat.sockets import websocket_frames

router = Router(tags=["chat"])
# Event numbers are shorter, and Python refuses to read the longest.
MAX_DIGITS = 18
REFUSALS = dict.fromkeys((400, 401, 403, 404, 413, 415, 422, 429, 503), schemas.Failure)
# Lets an EventSource of the same browser follow the turn again for a while.
SECRET_COOKIE = "thread_secret"  # noqa: S105 - a name
COOKIE_SECONDS = 600
# Staff switch a property on again; nobody knows when.
PAUSED_SECONDS = 60


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
    session = await _session_of(question)
    with session.scope():
        return await _answer(request, session, question)


async def _answer(
    request: HttpRequest, session: ChatSession, question: schemas.Question
) -> StreamingHttpResponse:
    session.is_staff = await staff_trace.is_shown(request, session.place)
    last_event_id = request.headers.get("last-event-id", "")
    if last_event_id:
        guest = session.guest_key(question.thread_id, question.thread_secret)
        session.choose_thread(question.thread_id, question.thread_secret)
        await access.check_rate(request, guest, rate_limits.Pace.COMMAND)
        return await _resume(session, last_event_id)
    await _check_rate(request, session, question)
    await _check_length(session, question)
    turn_id = await _ask(session, question)
    response = events.stream(session, turn_id, 0)
    response.set_cookie(
        SECRET_COOKIE,
        session.secret,
        max_age=COOKIE_SECONDS,
        path=f"{request.path}/{turn_id}",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )
    return response


@router.get(
    "/chat/{turn_id}",
    auth=access.may_read,
    response=REFUSALS,
    summary="Follow a turn again",
)
async def follow(
    request: HttpRequest, turn_id: UUID, thread_id: UUID, after: int = 0
) -> object:
    """For EventSource, which can only GET; the cookie of the question opens the thread.

    Addresses are logged, so none contains the secret of a thread.
    """
    secret = request.COOKIES.get(SECRET_COOKIE, "")
    guest = thread_secrets.guest(secret)
    await access.check_rate(request, guest, rate_limits.Pace.COMMAND)
    session = await chat_session.open_thread(thread_id, secret)
    if session is None:
        raise no_such_turn()
    last_event_id = request.headers.get("last-event-id", f"{turn_id}:{after}")
    with session.scope():
        session.is_staff = await staff_trace.is_shown(request, session.place)
        return await _resume(session, last_event_id)


async def _session_of(question: schemas.Question) -> ChatSession:
    """At the property that is named, at the thread's, or at the default one."""
    if question.thread_id and not question.property:
        thread, secret = question.thread_id, question.thread_secret
        if session := await chat_session.open_thread(thread, secret):
            session.language = question.language
            return session
    return await open_session(question.property, question.language)


async def open_session(slug: str, language: str = "en") -> ChatSession:
    slug = slug or settings.DEFAULT_PROPERTY
    session = await chat_session.open_property(slug, language)
    if session is None:
        raise ApiError(404, "no_such_place", "There is no such property.")
    return session


def no_such_turn() -> ApiError:
    return ApiError(404, "no_such_turn", "There is no such turn in this thread.")


async def _check_rate(
    request: HttpRequest, session: ChatSession, question: schemas.Question
) -> None:
    """Raises ApiError, whose message holds the numbers to call."""
    guest = session.guest_key(question.thread_id, question.thread_secret)
    address = client_address.of_request(request)
    refusal = await session.too_fast(guest, address, question.message)
    if refusal is None:
        return
    raise ApiError(429, "too_fast", refusal.event["message"], refusal.seconds)


async def _check_length(session: ChatSession, question: schemas.Question) -> None:
    """Raises ApiError, whose message holds the number to call in danger."""
    if len(question.message) > settings.MAX_MESSAGE_CHARS:
        sentence = await session.too_long(question.message)
        raise ApiError(422, "invalid", f"message: {sentence}")


async def _ask(session: ChatSession, question: schemas.Question) -> str:
    try:
        text = websocket_frames.clean(question.message)
        if not text:
            raise ApiError(422, "invalid", "message: It holds no words.")
        client_id = question.client_id or uuid4()
        thread, secret = question.thread_id, question.thread_secret
        return await session.ask(thread, client_id, text, secret)
    except chat_session.ConciergePaused as error:
        sentence = session.notice("resort_paused")["message"]
        raise ApiError(503, "paused", sentence, PAUSED_SECONDS) from error
    except chat_session.TooManyUnanswered as error:
        event = await session.please_wait("one_moment")
        raise ApiError(429, "busy", event["message"], 5) from error
    except chat_session.Overloaded as error:
        event = await session.please_wait("overloaded")
        seconds = error.retry_after_seconds
        raise ApiError(503, "overloaded", event["message"], seconds) from error


async def _resume(session: ChatSession, last_event_id: str) -> StreamingHttpResponse:
    turn_id, _, after = last_event_id.partition(":")
    try:
        is_number = after.isdecimal() and len(after) <= MAX_DIGITS
        is_found = is_number and await session.owns(str(UUID(turn_id)))
    except ValueError:
        is_found = False
    if not is_found:
        raise no_such_turn()
    return events.stream(session, turn_id, int(after))
