"""Writes the errors that processes log into groups. The only writer of `ErrorGroup`.

The handler only counts, in whatever thread an error is logged; a thread of its own
writes, so that an error while the database is away costs nobody time.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb

from django.conf import settings
from django.db import DatabaseError, DataError, InterfaceError, connections
from django.db.models import F
from django.utils import timezone

from apps.ops.models import ErrorGroup

log = logging.getLogger(__name__)
WRITE_SECONDS = 2.0
# A process that meets more kinds of errors between two writes has one cause.
MOST_KINDS = 200


@dataclass(frozen=True)
class Kind:
    """What errors of a group have in common; no message, which could quote a guest."""

    error: str
    place: str
    event: str

    @property
    def fingerprint(self) -> str:
        text = "\n".join((self.error, self.place))
        return hashlib.sha256(text.encode()).hexdigest()


class ErrorRecorder(logging.Handler):
    """Counts the records that carry a trace."""

    def __init__(self) -> None:
        super().__init__(level=logging.ERROR)
        self._counts: Counter[Kind] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        kind = _kind(record)
        if kind and (kind in self._counts or len(self._counts) < MOST_KINDS):
            self._counts[kind] += 1

    def write(self) -> None:
        """Into the database; what cannot be written waits for the next time."""
        counts = self._take()
        try:
            for kind in list(counts):
                try:
                    _add(kind, counts[kind])
                except (DataError, ValueError) as error:
                    # It would never be written; its record is in the log.
                    log.warning("an error is not grouped: %s", type(error).__name__)
                del counts[kind]
        except (DatabaseError, InterfaceError) as error:
            log.warning("errors are grouped later: %s", type(error).__name__)
        finally:
            self._give_back(counts)

    def _take(self) -> Counter[Kind]:
        self.acquire()
        try:
            counts, self._counts = self._counts, Counter()
        finally:
            self.release()
        return counts

    def _give_back(self, counts: Counter[Kind]) -> None:
        self.acquire()
        try:
            self._counts.update(counts)
        finally:
            self.release()


def start() -> None:
    """In a process of the site; filters of the log have decided what is an error."""
    root, recorder = logging.getLogger(), ErrorRecorder()
    for handler in root.handlers[:]:
        if isinstance(handler, ErrorRecorder):  # of the process that forked this one
            root.removeHandler(handler)
    root.addHandler(recorder)
    threading.Thread(
        target=_run, args=(recorder,), name="error-recorder", daemon=True
    ).start()


def _run(recorder: ErrorRecorder) -> None:
    while True:
        time.sleep(WRITE_SECONDS)
        try:
            recorder.write()
        finally:
            connections.close_all()


def _add(kind: Kind, count: int) -> None:
    now = timezone.now()
    group, is_new = ErrorGroup.objects.get_or_create(
        fingerprint=kind.fingerprint,
        defaults={
            "error": kind.error,
            "place": kind.place,
            "event": kind.event,
            "count": count,
            "first_version": settings.RELEASE,
            "last_version": settings.RELEASE,
            "first_seen_at": now,
            "last_seen_at": now,
        },
    )
    if not is_new:
        ErrorGroup.objects.filter(pk=group.pk).update(
            count=F("count") + count,
            event=kind.event,
            last_version=settings.RELEASE,
            last_seen_at=now,
        )


def _kind(record: logging.LogRecord) -> Kind | None:
    """None for a record without a trace."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return None
    # What follows the first line, or a mark, is of the occasion.
    first_line, *_ = str(record.msg).partition("%")[0].splitlines() or [""]
    event = f"{record.name}: {first_line}".replace("\0", "")
    return Kind(type(error).__name__[:100], _place(error)[:200], event[:200])


def _place(error: BaseException) -> str:
    """The innermost function of the project in the trace; else that of a library."""
    frames = extract_tb(error.__traceback__)
    if not frames:
        return "unknown"
    own = [frame for frame in frames if _is_own(frame.filename)]
    frame = (own or frames)[-1]
    path = Path(frame.filename)
    name = path.relative_to(settings.BASE_DIR) if own else path.name
    return f"{name}, {frame.name}"


def _is_own(filename: str) -> bool:
    path = Path(filename)
    return path.is_relative_to(settings.BASE_DIR) and ".venv" not in path.parts
