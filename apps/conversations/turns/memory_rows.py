"""The rows of what a thread remembers, which are read and written with its turns."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson

from apps.concierge.thread_memory import StoredCheckpoint, ThreadMemory
from apps.infrastructure import sql
from apps.knowledge import property_snapshot
from apps.knowledge.property_snapshot import STAMP_COLUMNS, Stamp

log = logging.getLogger(__name__)
FOLDER = Path(__file__).with_name("sql")
_statements = sql.Statements(FOLDER)
NO_ROW = (None, False, "[]", False, None, None)
NO_CHANGES = StoredCheckpoint("", None, "{}", "{}")


@dataclass(frozen=True)
class StoredGuest:
    """The guest of a thread, and the live rows of his facts, the oldest first.

    facts: mappings of key, value, quote, choice_quotes, turn_id and collected_at.
    """

    id: UUID
    is_remembered: bool
    facts: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True)
class StoredThread:
    """What a thread remembers now, for one run.

    guest: None until he tells a fact. is_from_guest: and not a question that staff try
    elsewhere than on their phone. place_in_focus: the row whose code the guest has
    opened the page with. checkpoint: the rows of the memory.
    """

    memory: ThreadMemory
    guest: StoredGuest | None = None
    is_from_guest: bool = False
    place_in_focus: int | None = None
    checkpoint: StoredCheckpoint | None = None


def load(thread_id: UUID) -> StoredThread:
    return _stored(thread_id, _statements.first("thread_memory", thread=thread_id))


def load_with_stamp(thread_id: UUID, property_id: int) -> tuple[StoredThread, Stamp]:
    """Together with the stamp of the property's snapshot, in one statement."""
    values = {"thread": thread_id, "property": property_id}
    row = sql.fetch(_with_stamp(), values)[0]
    stamp, memory_row = row[:STAMP_COLUMNS], row[STAMP_COLUMNS:]
    return _stored(thread_id, memory_row), stamp


@cache
def _with_stamp() -> str:
    stamp = sql.statement(property_snapshot.STAMP)
    return sql.side_by_side(stamp, sql.statement(FOLDER / "thread_memory.sql"))


def _stored(thread_id: UUID, row: tuple[Any, ...] | None) -> StoredThread:
    guest_id, is_remembered, facts, is_from_guest, place, *checkpoint = row or NO_ROW
    stored = StoredCheckpoint(*checkpoint) if checkpoint[0] else None
    memory = ThreadMemory(str(thread_id), stored)
    if guest_id is None:
        return StoredThread(memory, None, is_from_guest, place, stored)
    loaded_facts = tuple(orjson.loads(facts))
    guest = StoredGuest(guest_id, is_remembered, loaded_facts)
    return StoredThread(memory, guest, is_from_guest, place, stored)


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
