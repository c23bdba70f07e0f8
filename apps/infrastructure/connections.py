"""Ends what an event loop has opened, when the loop ends and the process goes on."""

from __future__ import annotations

from apps.infrastructure.loop_clients import clients


async def close() -> None:
    """Closes the running loop's clients and pools; for commands, tasks and tests."""
    for client in clients().take():
        await (client.aclose() if hasattr(client, "aclose") else client.close())
