"""What a guest may see of recorded replies, over the real wire."""

from __future__ import annotations

from pathlib import Path

import pytest

from apps.infrastructure import yaml_files
from tests.fakes.gemini import GeminiServer, Text
from tests.guest import guest, only, shown
from tests.site import Site

pytestmark = pytest.mark.usefixtures("resort")
REPLIES = yaml_files.read(Path(__file__).with_name("replies.yaml"))


@pytest.mark.parametrize("number", range(len(REPLIES)))
async def test_a_guest_sees_what_the_records_hold(
    keyed_site: Site, site_gemini: GeminiServer, number: int
) -> None:
    reply = REPLIES[number]
    site_gemini.script(Text(reply["told"]), Text(reply["told"]))
    async with guest(keyed_site) as alice:
        await alice.hello()
        events = await alice.ask("What is the dress code at Ballo?")
    answer = shown(events)
    assert reply["shown"] in answer
    assert reply.get("hidden", "\0") not in "".join(
        event.get("content", "") for event in events
    )
    assert only(events, "sources")["citations"][0]["title"].startswith("Ballo")
