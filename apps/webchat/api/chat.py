"""`POST /chat`: a question in, its answer as server-sent events out."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router

from apps.conversations import door
from apps.conversations.door import Desk
from apps.webchat import frames
from apps.webchat.api import events, guard, schemas
from apps.webchat.api.failures import Refused

router = Router(tags=["chat"])
REFUSALS = dict.fromkeys((401, 403, 404, 413, 415, 422, 429, 503), schemas.Failure)


@router.post(
    "/chat",
    auth=guard.may_write,
    response=REFUSALS,
    summary="Ask, or resume an answer",
)
async def chat(request: HttpRequest, question: schemas.Question) -> object:
    """Streams the events of one turn. `Last-Event-ID` resumes a turn of the thread."""
    desk = await open_desk(question.property)
    desk.language = question.language
    last = request.headers.get("last-event-id", "")
    if last:
        return await _resumed(desk, question.thread_id, last)
    guest = str(question.thread_id or question.client_id or uuid4())
    await guard.insist_on_pace(request, guest)
    turn_id = await _asked(desk, question)
    return events.stream(desk, turn_id, 0)


@router.get(
    "/chat/{turn_id}",
    auth=guard.may_read,
    response=REFUSALS,
    summary="Follow a turn again",
)
async def follow(
    request: HttpRequest, turn_id: UUID, thread_id: UUID, after: int = 0
) -> object:
    """For EventSource, which can only GET."""
    desk = await open_desk("", thread_id)
    last = request.headers.get("last-event-id", f"{turn_id}:{after}")
    return await _resumed(desk, thread_id, last)


async def open_desk(slug: str, thread: UUID | None = None) -> Desk:
    """A desk of this property; with a thread and no slug, of the thread's property."""
    if thread and not slug:
        desk = await door.open_of(thread)
    else:
        desk = await door.open_for(slug or settings.DEFAULT_PROPERTY)
    if desk is None:
        raise Refused(404, "no_such_place", "There is no such property or thread.")
    return desk


async def _asked(desk: Desk, question: schemas.Question) -> str:
    try:
        text = frames.clean(question.message)
        if not text:
            raise Refused(422, "invalid", "message: It holds no words.")
        return await desk.ask(question.thread_id, question.client_id or uuid4(), text)
    except door.Resting as error:
        sentence = desk.notice("resort_paused")["message"]
        raise Refused(503, "paused", sentence) from error
    except door.Busy as error:
        sentence = desk.notice("one_moment")["message"]
        raise Refused(429, "busy", sentence, 5) from error
    except door.Overloaded as error:
        sentence = desk.notice("overloaded")["message"]
        raise Refused(503, "overloaded", sentence, error.retry_after) from error


async def _resumed(desk: Desk, thread: UUID | None, last: str) -> StreamingHttpResponse:
    turn_id, _, after = last.partition(":")
    desk.thread_id = thread or desk.thread_id
    try:
        known = await desk.owns(str(UUID(turn_id))) and after.isdecimal()
    except ValueError:
        known = False
    if not known:
        raise Refused(404, "no_such_turn", "There is no such turn in this thread.")
    return events.stream(desk, turn_id, int(after))
