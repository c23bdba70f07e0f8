"""A fresh web process reads what turns need before it is sent guests."""

from __future__ import annotations

import httpx
from django.test import Client

from apps.conversations.models import Conversation
from apps.conversations.turns.graph_runs import warm_up
from apps.properties.models import Property
from tests.guest import guest
from tests.site import start, wait_for


async def test_it_is_ready_when_a_turn_has_been_rehearsed(resort: Property) -> None:
    with start("fresh-web") as fresh:
        wait_for(lambda: httpx.get(f"{fresh.url}/health", timeout=20).is_success)
        log = fresh.log.read_text()
        assert "ready for guests after" in log
        assert "could not warm up" not in log
        assert not await Conversation.objects.aexists()
        async with guest(fresh) as alice:
            await alice.hello()
            events = await alice.ask("Is parking free?")
        assert events[-1]["type"] == "done"


def test_it_says_that_it_is_starting(resort: Property) -> None:
    client = Client()
    assert client.get("/health").status_code == 200
    warm_up.progress().is_running = True
    try:
        answer = client.get("/health")
    finally:
        warm_up.progress().is_running = False
    assert answer.status_code == 503
    assert answer.json()["answers"] is True
    assert answer.json()["agent_ready"] is False
