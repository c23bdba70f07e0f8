"""The checkpointer of one run, without a database of its own.

The statements that begin and end a turn read and write its rows, in the format of
LangGraph's `AsyncPostgresSaver`. So the answer of a turn and what the thread remembers
of it are stored together or not at all.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from langchain_core.messages import AnyMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)

# What the table of checkpoints holds itself; other values are rows of their own.
INLINE = (str, int, float, bool, type(None))


@dataclass(frozen=True)
class StoredCheckpoint:
    """The rows of a checkpoint.

    checkpoint and metadata: JSON. versions, types and blobs: of the values that the
    run has changed, in the order of `channels`.
    """

    checkpoint_id: str
    parent_id: str | None
    checkpoint: str
    metadata: str
    channels: list[str] = field(default_factory=list)
    versions: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    blobs: list[bytes] = field(default_factory=list)


class ThreadMemory(BaseCheckpointSaver[str]):
    """What a thread remembers; `stored` is its latest checkpoint, if it has any."""

    def __init__(self, thread_id: str, stored: StoredCheckpoint | None = None) -> None:
        super().__init__()
        self._thread_id = thread_id
        self._parent_id = stored.checkpoint_id if stored else None
        self._latest = self._loaded(stored) if stored else None
        self._changed: set[str] = set()
        self._is_changed = False

    @property
    def messages(self) -> Sequence[AnyMessage]:
        """Of the conversation so far, oldest first."""
        values = self._latest.checkpoint["channel_values"] if self._latest else {}
        return values.get("messages") or ()

    def changes(self) -> StoredCheckpoint | None:
        """The rows to store once the run is over; None when nothing has changed."""
        if self._latest is None or not self._is_changed:
            return None
        checkpoint = self._latest.checkpoint
        values = checkpoint["channel_values"]
        changed = sorted(
            name
            for name in self._changed & values.keys()
            if not isinstance(values[name], INLINE)
        )
        typed = [self.serde.dumps_typed(values[name]) for name in changed]
        inline = {
            name: value for name, value in values.items() if isinstance(value, INLINE)
        }
        return StoredCheckpoint(
            checkpoint["id"],
            self._parent_id,
            orjson.dumps(checkpoint | {"channel_values": inline}).decode(),
            orjson.dumps(self._latest.metadata).decode(),
            changed,
            [str(checkpoint["channel_versions"][name]) for name in changed],
            [kind for kind, _ in typed],
            [blob for _, blob in typed],
        )

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return self._latest

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        own_config = self._config(checkpoint["id"])
        self._latest = CheckpointTuple(own_config, checkpoint, metadata)
        self._changed |= new_versions.keys()
        self._is_changed = True
        return own_config

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """A step that breaks off leaves nothing: its turn runs again from the start."""

    def get_next_version(self, current: str | None, channel: None) -> str:
        """As `AsyncPostgresSaver` numbers the versions of a value."""
        number = int(current.split(".")[0]) + 1 if current else 1
        return f"{number:032}.{random.random():016}"  # noqa: S311 - tells writers apart

    def _loaded(self, stored: StoredCheckpoint) -> CheckpointTuple:
        checkpoint: Checkpoint = orjson.loads(stored.checkpoint)
        typed = zip(stored.channels, stored.types, stored.blobs, strict=True)
        blobs = {
            name: self.serde.loads_typed((kind, blob)) for name, kind, blob in typed
        }
        checkpoint["channel_values"] = {**checkpoint["channel_values"], **blobs}
        own_config = self._config(stored.checkpoint_id)
        return CheckpointTuple(own_config, checkpoint, orjson.loads(stored.metadata))

    def _config(self, checkpoint_id: str) -> RunnableConfig:
        return {
            "configurable": {
                "thread_id": self._thread_id,
                "checkpoint_ns": "",
                "checkpoint_id": checkpoint_id,
            }
        }
