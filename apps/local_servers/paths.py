"""Where the local servers keep their files, and their addresses."""

import hashlib
import os
import secrets
import stat
from pathlib import Path
from urllib.parse import quote

from apps.local_servers.errors import Unavailable

# A unix socket's path may have 103 bytes on macOS and 107 on Linux; the longest name
# below the folder, PostgreSQL's, takes 15 of them.
LONGEST_SOCKET_DIR = 85
POSTGRES_PORT = 5432
DATABASE = "concierge"
# One role owns the tables, the other one serves and owns nothing.
OWNER, APP_ROLE = "postgres", "concierge_app"
# Mails with the links of guests, and documents that are still drafts.
PRIVATE = ("mail", "media")
PROJECT = Path(__file__).resolve().parents[2]


def socket_dir(var: Path) -> Path:
    """Folder of the unix sockets: inside `var`, or a short one when it is too long."""
    inside = run_dir(var)
    if len(os.fsencode(inside)) <= LONGEST_SOCKET_DIR:
        return inside
    name = hashlib.sha256(os.fsencode(var)).hexdigest()[:12]
    # Not tempfile.gettempdir(): every process must find the same folder whatever its
    # TMPDIR is. prepare_folders() checks that it is private and ours.
    return Path(f"/tmp/concierge-{os.geteuid()}-{name}")  # noqa: S108


def prepare_folders(var: Path, owners: frozenset[int]) -> None:
    """Makes every folder the servers need.

    `owners` are the user ids that may own the sockets' folder. Raises `Unavailable`
    when a folder cannot be written or belongs to somebody else.
    """
    try:
        for folder in (var, log_dir(var)):
            folder.mkdir(parents=True, exist_ok=True)
        for folder in {
            run_dir(var),
            socket_dir(var),
            *(var / name for name in PRIVATE),
        }:
            folder.mkdir(mode=0o700, exist_ok=True)
        (probe := var / ".writable").touch()
        probe.unlink()
    except OSError as error:
        raise Unavailable(
            f"The folder {var} cannot be written ({error.strerror}). Make it yours, "
            "or name another one in CONCIERGE_VAR."
        ) from error
    _require_private(socket_dir(var), owners)


def _require_private(folder: Path, owners: frozenset[int]) -> None:
    status = folder.lstat()  # a symbolic link is somebody else's doing
    if not stat.S_ISDIR(status.st_mode) or status.st_uid not in owners:
        raise Unavailable(
            f"{folder} is not this user's own folder, so it cannot hold the sockets. "
            "Remove it, or name another folder in CONCIERGE_VAR."
        )
    if stat.S_IMODE(status.st_mode) & 0o077:
        folder.chmod(0o700)


def run_dir(var: Path) -> Path:
    return var / "run"


def log_dir(var: Path) -> Path:
    return var / "log"


def postgres_data(var: Path) -> Path:
    return var / "postgres"


def redis_data(var: Path) -> Path:
    return var / "redis"


def redis_socket(var: Path) -> Path:
    return socket_dir(var) / "redis.sock"


def staff_password(var: Path) -> Path:
    return var / "staff-password"


def database_url(var: Path, database: str = DATABASE, role: str = OWNER) -> str:
    host = quote(str(socket_dir(var)))
    return f"postgresql://{role}@/{database}?host={host}&port={POSTGRES_PORT}"


def redis_url(var: Path) -> str:
    return f"unix://{quote(str(redis_socket(var)))}"


def redis_database(url: str, number: int) -> str:
    """The same server with another database number; other options are kept."""
    address, _, query = url.partition("?")
    options = [part for part in query.split("&") if part and part[:3] != "db="]
    if address.startswith("unix://"):
        return f"{address}?{'&'.join([f'db={number}', *options])}"
    scheme, _, location = address.partition("://")
    tail = f"?{'&'.join(options)}" if options else ""
    return f"{scheme}://{location.split('/')[0]}/{number}{tail}"


def celery_broker(url: str, number: int) -> str:
    """Celery spells the database of a unix socket in its own way."""
    address, _, _ = url.partition("?")
    if address.startswith("unix://"):
        path = address.removeprefix("unix://")
        return f"redis+socket://{path}?virtual_host={number}"
    return redis_database(url, number)


def secret(var: Path, name: str) -> str:
    """A random secret kept in `var`, made on first use, readable by its owner only."""
    path = var / name
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        var.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{name}.{os.getpid()}")
    fresh.touch(mode=0o600)
    fresh.write_text(secrets.token_urlsafe(48))
    try:
        path.hardlink_to(fresh)  # fails, rather than replaces, when another was first
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
    return path.read_text().strip()
