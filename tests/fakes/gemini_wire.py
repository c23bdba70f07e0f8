"""Bodies as Gemini writes them."""

import json
from typing import Any

from apps.llm.local import hashing
from tests.fakes.replies import Calls, Failure

PROMPT_TOKENS = 12
_STATUS = {
    400: "INVALID_ARGUMENT",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}


def event(body: dict[str, Any]) -> str:
    return f"data: {json.dumps(body)}\r\n\r\n"


def usage(words: int, thoughts: int = 0) -> dict[str, int]:
    """Counts so far: every event of a stream repeats them, grown."""
    return {
        "promptTokenCount": PROMPT_TOKENS,
        "candidatesTokenCount": words,
        "thoughtsTokenCount": thoughts,
        "totalTokenCount": PROMPT_TOKENS + words + thoughts,
    }


def candidate(
    text: str,
    finish: str = "",
    counts: dict[str, int] | None = None,
    thought: str = "",
) -> dict[str, Any]:
    thoughts = [{"text": thought, "thought": True}] if thought else []
    body: dict[str, Any] = {
        "content": {"role": "model", "parts": [*thoughts, {"text": text}]},
        "index": 0,
    }
    if finish:
        body["finishReason"] = finish
    return {
        "candidates": [body],
        "modelVersion": "gemini-fake",
        "usageMetadata": counts or usage(len(text.split())),
    }


def calls(reply: Calls) -> dict[str, Any]:
    """Gemini itself notices arguments that it cannot read, and ends without a call."""
    parts = [
        {"functionCall": {"name": name, "args": arguments}}
        for name, arguments in reply.calls
        if not isinstance(arguments, str)
    ]
    body = candidate("", "STOP" if parts else "MALFORMED_FUNCTION_CALL")
    body["candidates"][0]["content"]["parts"] = parts
    return body


def blocked(reason: str) -> dict[str, Any]:
    return {
        "promptFeedback": {"blockReason": reason},
        "modelVersion": "gemini-fake",
        "usageMetadata": usage(0),
    }


def error(failure: Failure) -> dict[str, Any]:
    details: list[dict[str, Any]] = []
    if failure.reason:
        details.append(
            {
                "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                "reason": failure.reason,
            }
        )
    if failure.retry_delay:
        details.append(
            {
                "@type": "type.googleapis.com/google.rpc.RetryInfo",
                "retryDelay": failure.retry_delay,
            }
        )
    return {
        "error": {
            "code": failure.status,
            "message": failure.message,
            "status": _STATUS.get(failure.status, "INTERNAL"),
            "details": details,
        }
    }


def embeddings(body: dict[str, Any]) -> dict[str, Any]:
    """Like texts get like vectors; their length is not one, as with cut vectors."""
    return {
        "embeddings": [{"values": _values(request)} for request in body["requests"]]
    }


def _values(request: dict[str, Any]) -> list[float]:
    text = " ".join(part.get("text", "") for part in request["content"]["parts"])
    size = request.get("outputDimensionality", 3072)
    return [3 * number for number in hashing.vector(text, size)]


def filled(schema: Any, answers: dict[str, dict[str, Any]]) -> Any:
    """The scripted answer to a schema, by its title, or the least that fits it."""
    if not isinstance(schema, dict):
        return None
    if schema.get("title") in answers:
        return answers[schema["title"]]
    return _least(schema, schema.get("$defs", {}))


def _least(schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
    if "$ref" in schema:
        return _least(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    if "anyOf" in schema:
        return _least(schema["anyOf"][0], definitions)
    if schema.get("type") == "object":
        properties = schema.get("properties", {}).items()
        return {name: _least(part, definitions) for name, part in properties}
    plain = {"array": [], "string": "text", "number": 0.0, "integer": 0}
    return plain.get(schema.get("type", ""), False)
