"""The HTTP door: the same turns and events as over the websocket."""
