"""The fake Gemini's ASGI application."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.fakes import delivery
from tests.fakes import gemini_wire as wire
from tests.fakes.replies import (
    BadForm,
    Blocked,
    Calls,
    Cut,
    Failure,
    Json,
    Reply,
    Text,
)
from tests.fakes.script import GeminiServer, Request

VERBS = {
    "streamGenerateContent": "stream",
    "generateContent": "generate",
    "batchEmbedContents": "embed",
}
_DEFAULT = Text("Good evening from the fake model.")
_INVALID_KEY = Failure(400, "API key not valid.", reason="API_KEY_INVALID")


def application(fake: GeminiServer) -> Starlette:
    async def answer(http: HttpRequest) -> Response:
        return await _answer(fake, http)

    path = "/{version}/models/{call:path}"
    return Starlette(routes=[Route(path, answer, methods=["POST"])])


async def _answer(fake: GeminiServer, http: HttpRequest) -> Response:
    model, _, call = http.path_params["call"].rpartition(":")
    verb, body = VERBS.get(call, call), await http.json()
    fake.requests.append(Request(verb, model, body, dict(http.headers)))
    refusal = _refusal(fake, model, http.headers.get("x-goog-api-key", ""))
    if refusal:
        return _failure(refusal)
    reply = fake.next_reply(verb)
    if trouble := delivery.trouble(reply, _failure):
        return trouble
    if verb == "embed":
        return JSONResponse(wire.embeddings(body))
    if verb == "stream":
        return delivery.streamed(fake, _stream(reply or _DEFAULT))
    return await _whole(fake, body, reply)


def _refusal(fake: GeminiServer, model: str, key: str) -> Failure | None:
    if fake.keys and key not in fake.keys:
        return _INVALID_KEY
    if model in fake.retired:
        return Failure(404, f"models/{model} is no longer available.")
    return None


async def _whole(
    fake: GeminiServer, body: dict[str, Any], reply: Reply | None
) -> Response:
    if isinstance(reply, Blocked):
        return JSONResponse(wire.blocked(reply.reason))
    if isinstance(reply, BadForm):
        return JSONResponse(wire.candidate(reply.text, "STOP"))
    if isinstance(reply, Text):
        await asyncio.sleep(reply.first_pause)
        return JSONResponse(wire.candidate(reply.text, reply.finish))
    schema = body.get("generationConfig", {}).get("responseJsonSchema")
    value = (
        reply.value if isinstance(reply, Json) else wire.filled(schema, fake.structured)
    )
    text = json.dumps(value) if schema else _DEFAULT.text
    return JSONResponse(wire.candidate(text, "STOP"))


async def _stream(reply: Reply) -> AsyncIterator[str]:
    if isinstance(reply, Text):
        async for event in _words(reply):
            yield event
    elif isinstance(reply, Cut):
        async for event in delivery.cut(reply, _word):
            yield event
    elif isinstance(reply, Blocked):
        yield wire.event(wire.blocked(reply.reason))
    elif isinstance(reply, Calls):
        for word in reply.text.split():
            yield _word(f"{word} ")
        yield wire.event(wire.calls(reply))


async def _words(reply: Text) -> AsyncIterator[str]:
    thought = "Hm." if reply.in_blocks else ""
    async for word, count, is_last in delivery.paced(reply):
        usage = wire.usage(count, reply.thoughts)
        finish = reply.finish if is_last else ""
        yield wire.event(wire.candidate(word, finish, usage, thought))


def _word(word: str) -> str:
    return wire.event(wire.candidate(word))


def _failure(failure: Failure) -> Response:
    return JSONResponse(wire.error(failure), status_code=failure.status)
