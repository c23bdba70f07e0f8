"""Requests of a program to the HTTP API, and what they bring."""

from __future__ import annotations

import json
from typing import Any

import httpx

from tests.site import Site

QUESTION = "What is the dress code at Ballo?"


def post(site: Site, path: str = "/chat", **options: Any) -> httpx.Response:
    return httpx.post(f"{site.url}{path}", timeout=30, **options)


def ask(site: Site, message: str = QUESTION, **body: Any) -> httpx.Response:
    headers = body.pop("headers", {})
    return post(site, json={"message": message, **body}, headers=headers)


def events(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.headers["content-type"] == "text/event-stream"
    blocks = [block for block in answer.text.split("\n\n") if block.startswith("id:")]
    return [json.loads(block.partition("\ndata: ")[2]) for block in blocks]


def key(answer_events: list[dict[str, Any]]) -> dict[str, str]:
    """What opens the thread of these events."""
    return {name: answer_events[0][name] for name in ("thread_id", "thread_secret")}


def failure(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]
