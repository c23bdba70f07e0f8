"""What `manage.py` does: gives a command the servers it needs, then runs it."""

import argparse
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, execute_from_command_line

from apps.infrastructure import database_scope
from apps.infrastructure.postgresql import roles
from apps.infrastructure.processes import garbage_collection
from apps.local_servers.databases import external_servers, shared_servers
from apps.local_servers.errors import Unavailable
from apps.local_servers.supervisor import demo_data, up

HELP = frozenset({"help", "-h", "--help", "version", "--version"})
WITHOUT_SERVERS = HELP | {
    "bench_start",
    "bench_turns",
    "check",
    "collectstatic",
    "compilemessages",
    "diffsettings",
    "findstatic",
    "makemessages",
    "makemigrations",
    "profile_turns",
    "settings_table",
    "startapp",
    "startproject",
}
WITH_DATA = frozenset(
    {
        "ask",
        "bench_edits",
        "doctor",
        "eval_guardrails",
        "reindex",
    }
)
CHANGES_DATA_BY_HAND = frozenset({"flush", "loaddata", "migrate", "sqlflush"})


def main(argv: list[str]) -> None:
    """Runs one command; a server that cannot be used is one sentence and exit 1."""
    garbage_collection.run_seldom()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "concierge_project.settings")
    command = argv[1] if len(argv) > 1 else "help"
    needs_servers = command not in WITHOUT_SERVERS and HELP.isdisjoint(argv)
    if not needs_servers:
        _expect_no_database()
    try:
        _load_settings()
        if command == "up" and needs_servers:
            sys.exit(_up(argv[2:]))
        with (
            database_scope.all_properties(),
            _required_servers(command) if needs_servers else nullcontext(),
            roles.owner() if command in CHANGES_DATA_BY_HAND else nullcontext(),
        ):
            execute_from_command_line(argv)
    except (Unavailable, CommandError, ImproperlyConfigured) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


def _up(arguments: list[str]) -> int:
    """Past Django's own start, which would hold the web process up."""
    parser = argparse.ArgumentParser(prog="manage.py up")
    up.add_arguments(parser)
    options = parser.parse_args(arguments)
    with database_scope.all_properties():
        return up.run(options.host, options.port, options.flower)


def _expect_no_database() -> None:
    """`makemigrations` looks for one, and goes on with a warning when none is there."""
    os.environ.setdefault("DATABASE_POOL", "false")  # a pool would try for ten seconds
    warnings.filterwarnings("ignore", "Got an error checking", RuntimeWarning)


def _load_settings() -> None:
    try:
        _var()
    except OSError as error:  # a secret is made and kept there on first use
        raise Unavailable(
            f"The folder for what Concierge writes cannot be used: {error}. Make it "
            "yours, or name another one in CONCIERGE_VAR."
        ) from error


@contextmanager
def _required_servers(command: str) -> Iterator[None]:
    servers = external_servers.embedded_servers()
    if not servers:
        yield
        return
    with shared_servers.running(_var(), servers):
        if shared_servers.POSTGRES in servers:
            _prepare_data(command)
        yield


def _prepare_data(command: str) -> None:
    if command in CHANGES_DATA_BY_HAND:
        demo_data.forget()
    if command in WITH_DATA:
        django.setup()
        demo_data.prepare_quietly()


def _var() -> Path:
    return Path(settings.VAR_DIR)
