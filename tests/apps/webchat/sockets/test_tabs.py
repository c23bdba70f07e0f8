"""A Redis that never answers holds up no tab."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest
from channels_redis.pubsub import RedisPubSubLoopLayer

from apps.infrastructure import redis
from apps.webchat.sockets.channel_layer import NotificationLayer
from apps.webchat.sockets.tabs import TabGroup


class SilentLayer:
    """Takes every call and never returns."""

    async def group_add(self, *_: object) -> None:
        await asyncio.Event().wait()

    group_discard = group_send = group_add


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis, "ANSWER_SECONDS", 0.05)


async def test_a_tab_goes_on_without_its_group() -> None:
    tabs = TabGroup(SilentLayer(), "tab")
    async with asyncio.timeout(5):
        await tabs.join(uuid4())
        await tabs.notify({"type": "turn.begun"})
        await tabs.leave()


async def test_a_socket_opens_without_its_channel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    silent = SilentLayer().group_add
    monkeypatch.setattr(RedisPubSubLoopLayer, "_subscribe_to_channel", silent)
    async with asyncio.timeout(5):
        assert "specific." in await NotificationLayer(hosts=[]).new_channel()
