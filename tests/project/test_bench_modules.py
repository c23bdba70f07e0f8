"""`bench_modules` names the modules that a message runs through."""

from __future__ import annotations

from apps.properties.models import Property
from benchmarks import message_path


async def test_it_finds_both_ends_of_a_message_and_of_a_token(resort: Property) -> None:
    question = "What is the dress code at Ballo?"
    journeys = await message_path.measure(resort.slug, question)
    for modules in journeys.values():
        assert {"apps.webchat.consumers", "apps.concierge.answer.stream"} <= {*modules}
    assert "apps.webchat.sockets.websocket_frames" in journeys["message"]
    assert "apps.webchat.sockets.websocket_frames" not in journeys["token"]
