"""Closes the connections of an event loop that ends before its process does."""

from __future__ import annotations

from apps.infrastructure.loop_clients import clients


async def close() -> None:
    """Closes the running loop's clients and pools; for commands, tasks and tests."""
    for client in clients().take():
        await (client.aclose() if hasattr(client, "aclose") else client.close())
