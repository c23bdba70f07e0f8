"""A turn that fails ends, for a program, as every turn does."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

import pytest
from django.test import AsyncClient

from apps.conversations.turns.graph_runs.graph_run import GraphRun
from apps.infrastructure import database_threads
from tests import factories


async def _ask(client: AsyncClient) -> list[dict[str, Any]]:
    answer: Any = await client.post(
        "/chat", {"message": "Is parking free?"}, content_type="application/json"
    )
    text = b"".join([piece async for piece in answer.streaming_content]).decode()
    blocks = [block for block in text.split("\n\n") if block.startswith("id:")]
    return [json.loads(block.partition("\ndata: ")[2]) for block in blocks]


@pytest.mark.usefixtures("transactional_db", "closed_connections")
async def test_done_follows_the_error() -> None:
    await database_threads.run(factories.PropertyFactory.create)
    with patch.object(GraphRun, "invoke", side_effect=RuntimeError("broken")):
        events = await _ask(AsyncClient())
    *_, error, ending = events
    assert (error["type"], ending["type"]) == ("error", "done")
    assert error["reference"]
    assert (ending["status"], ending["done"], ending["text"]) == ("failed", True, "")
    assert (ending["turn"], ending["seq"]) == (error["turn"], error["seq"] + 1)
