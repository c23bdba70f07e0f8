"""The log names the path of a request, and nothing that would open a door."""

from __future__ import annotations

import logging
from typing import Any
from unittest.mock import AsyncMock

import pytest

from concierge_project.middleware.request_log import AccessLog

THREAD = "/threads/0b5c1ad2-7f3f-4d0e-9a36-0f5a4c1b2d3e/messages"
STATIC = "/static/unfold/fonts/a-name-of-many-words-and-hyphens/sheet.0f1e2d3c4b5a.css"


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        (
            "/admin/account/password/Mg/cz1q2w-0f1e2d3c4b5a69788796a5b4c3d2e1f0/",
            "/admin/account/password/Mg/[token]/",
        ),
        ("/s/3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "/s/[token]"),
        (THREAD, THREAD),
        (STATIC, STATIC),
        ("/chat", "/chat"),
    ],
)
async def test_it_leaves_out_what_lets_somebody_in(
    path: str, logged: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    caplog.set_level(logging.INFO, "concierge_project.middleware.request_log")
    log: Any = AccessLog(app)
    scope = {"type": "http", "method": "GET", "path": path, "headers": []}
    await log(scope, None, AsyncMock())
    assert caplog.messages == [f"GET {logged}"]
