"""An OpenAI-shaped server on loopback: `running_server(openai_app.application)`.

It is scripted as the fake Gemini is. Wire format:
https://platform.openai.com/docs/api-reference/chat
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from apps.llm.local import hashing
from tests.fakes import delivery, gemini_wire
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

PROMPT_TOKENS = 12
DIMENSIONS = 384
_DEFAULT = Text("Good evening from the other model.")
_REASONS = {"STOP": "stop", "MAX_TOKENS": "length", "SAFETY": "content_filter"}
_END = "data: [DONE]\n\n"


def application(fake: GeminiServer) -> Starlette:
    async def complete(http: HttpRequest) -> Response:
        body = await http.json()
        verb = "stream" if body.get("stream") else "generate"
        refusal = _begin(fake, http, verb, body)
        return refusal or await _completion(fake, verb, body)

    async def embed(http: HttpRequest) -> Response:
        body = await http.json()
        return _begin(fake, http, "embed", body) or _embeddings(fake, body)

    return Starlette(
        routes=[
            Route("/v1/chat/completions", complete, methods=["POST"]),
            Route("/v1/embeddings", embed, methods=["POST"]),
        ]
    )


def _begin(
    fake: GeminiServer, http: HttpRequest, verb: str, body: dict[str, Any]
) -> Response | None:
    """Notes the request; the refusal of one with a wrong key or model."""
    fake.requests.append(Request(verb, body["model"], body, dict(http.headers)))
    key = http.headers.get("authorization", "").removeprefix("Bearer ")
    if fake.keys and key not in fake.keys:
        return _failure(Failure(401, f"Incorrect API key provided: {key}"))
    if body["model"] in fake.retired:
        return _failure(Failure(404, f"The model {body['model']} does not exist."))
    return None


async def _completion(fake: GeminiServer, verb: str, body: dict[str, Any]) -> Response:
    reply = fake.next_reply(verb)
    if trouble := delivery.trouble(reply, _failure):
        return trouble
    if verb == "stream":
        return delivery.streamed(fake, _stream(reply or _DEFAULT))
    return JSONResponse(_whole(fake, body, reply))


def _whole(
    fake: GeminiServer, body: dict[str, Any], reply: Reply | None
) -> dict[str, Any]:
    """A call of the tool that the request offers: the form to fill in."""
    function = body["tools"][0]["function"]
    schema = {"title": function["name"], **function["parameters"]}
    value = (
        reply.value
        if isinstance(reply, Json)
        else gemini_wire.filled(schema, fake.structured)
    )
    text = reply.text if isinstance(reply, BadForm) else json.dumps(value)
    call = {"name": function["name"], "arguments": text}
    message = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "call-1", "type": "function", "function": call}],
    }
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    return {**_head("chat.completion"), "choices": [choice], "usage": _usage(4)}


async def _stream(reply: Reply) -> AsyncIterator[str]:
    """As OpenAI streams: a role without words, the words, the reason, the usage."""
    yield _event({"role": "assistant", "content": ""})
    if isinstance(reply, Text):
        async for event in _words(reply):
            yield event
    elif isinstance(reply, Cut):
        async for event in delivery.cut(reply, _word):
            yield event
    elif isinstance(reply, Blocked):
        yield _event({}, "content_filter")
        yield _END
    elif isinstance(reply, Calls):
        for event in _calls(reply):
            yield event


def _calls(reply: Calls) -> Iterator[str]:
    """The arguments come in two pieces."""
    for word in reply.text.split():
        yield _word(f"{word} ")
    for index, (name, arguments) in enumerate(reply.calls):
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        half = len(text) // 2
        head = {"index": index, "id": f"call-{index}", "type": "function"}
        begun = {"function": {"name": name, "arguments": text[:half]}}
        yield _event({"tool_calls": [{**head, **begun}]})
        second_half = {"index": index, "function": {"arguments": text[half:]}}
        yield _event({"tool_calls": [second_half]})
    yield _event({}, "tool_calls")
    usage = _usage(len(reply.calls))
    yield _data({**_head("chat.completion.chunk"), "choices": [], "usage": usage})
    yield _END


async def _words(reply: Text) -> AsyncIterator[str]:
    async for word, _, _ in delivery.paced(reply):
        yield _event({"content": _blocks(word)}) if reply.in_blocks else _word(word)
    yield _event({}, _REASONS.get(reply.finish, reply.finish))
    usage = _usage(len(reply.text.split(" ")) + reply.thoughts)
    yield _data({**_head("chat.completion.chunk"), "choices": [], "usage": usage})
    yield _END


def _word(word: str) -> str:
    return _event({"content": word})


def _blocks(text: str) -> list[dict[str, Any]]:
    """As Mistral's models answer that think."""
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}
    return [thought, {"type": "text", "text": text}]


def _event(delta: dict[str, Any], reason: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return _data({**_head("chat.completion.chunk"), "choices": [choice]})


def _data(body: dict[str, Any]) -> str:
    return f"data: {json.dumps(body)}\n\n"


def _head(kind: str) -> dict[str, Any]:
    return {"id": "fake-1", "object": kind, "created": 1, "model": "openai-fake"}


def _usage(words: int) -> dict[str, int]:
    return {
        "prompt_tokens": PROMPT_TOKENS,
        "completion_tokens": words,
        "total_tokens": PROMPT_TOKENS + words,
    }


def _embeddings(fake: GeminiServer, body: dict[str, Any]) -> Response:
    """Like texts get like vectors, not of unit length; the last one comes first."""
    if trouble := delivery.trouble(fake.next_reply("embed"), _failure):
        return trouble
    size = body.get("dimensions", DIMENSIONS)
    data = [
        {
            "object": "embedding",
            "index": number,
            "embedding": [3 * value for value in hashing.vector(text, size)],
        }
        for number, text in enumerate(body["input"])
    ]
    usage = {"prompt_tokens": 4, "total_tokens": 4}
    listed = {"object": "list", "data": data[::-1], "usage": usage}
    return JSONResponse({**listed, "model": body["model"]})


def _failure(failure: Failure) -> Response:
    error = {"message": failure.message, "type": failure.reason or "server_error"}
    waiting = failure.retry_delay.removesuffix("s")
    headers = {"retry-after": waiting} if waiting else {}
    return JSONResponse({"error": error}, failure.status, headers)
