"""The rows of what a thread remembers, which are read and written with its turns."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any
from uuid import UUID

from apps.concierge.thread_memory import StoredCheckpoint, ThreadMemory
from apps.infrastructure import sql

log = logging.getLogger(__name__)
_statements = sql.Statements(Path(__file__).with_name("sql"))
NO_CHANGES = StoredCheckpoint("", None, "{}", "{}")


def load(thread_id: UUID) -> ThreadMemory:
    """For one run: what the thread remembers now."""
    row = _statements.first("thread_memory", thread=str(thread_id))
    return ThreadMemory(str(thread_id), StoredCheckpoint(*row) if row else None)


def values(memory: ThreadMemory | None) -> dict[str, Any]:
    """The placeholders of `finish_turn.sql` that store what a run has changed."""
    changes = _changes(memory) if memory else NO_CHANGES
    return {
        "checkpoint_id": changes.checkpoint_id,
        "parent_checkpoint_id": changes.parent_id,
        "checkpoint": changes.checkpoint,
        "checkpoint_metadata": changes.metadata,
        "channels": changes.channels,
        "versions": changes.versions,
        "types": changes.types,
        "blobs": changes.blobs,
    }


def _changes(memory: ThreadMemory) -> StoredCheckpoint:
    """Nothing where it cannot be written down: the guest has the answer anyway."""
    try:
        return memory.changes() or NO_CHANGES
    except Exception:
        log.exception("a thread will not remember its latest turn")
        return NO_CHANGES
