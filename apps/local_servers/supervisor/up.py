"""`manage.py up`: everything a concierge needs, on one machine, until Ctrl-C.

The web process starts first, because loading it takes longest; tables and demo data
are looked after in this process meanwhile.
"""

import argparse
import contextlib
import os
import signal
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import django
from django.conf import settings

from apps.local_servers import paths, program_log
from apps.local_servers.databases import external_servers, shared_servers
from apps.local_servers.errors import Unavailable
from apps.local_servers.supervisor import (
    child_process,
    demo_data,
    flower,
    single_instance,
    site_address,
)
from apps.local_servers.supervisor.site_address import Probe
from apps.local_servers.supervisor.startup_status import Status

PAGE_SECONDS = 90
CHECK_SECONDS = 0.5
# A browser that reads nothing answers no ping and is let go.
WEB = ["concierge_project.web", "--application-close-timeout", "2"]
WEB += ["--ping-interval", "20", "--ping-timeout", "30"]
CELERY = ["celery", "-A", "concierge_project"]
# The workers have nothing to say to each other.
WORKER = [*CELERY, "worker", "--loglevel", "INFO", "--without-gossip"]
WORKER += ["--without-mingle"]
URGENT = [*WORKER, "--queues", "celery", "--concurrency", "2"]
# A parser may take 1 GB of memory, so one document is read at a time.
DOCUMENTS = [*WORKER, "--queues", "documents", "--concurrency", "1"]
DOCUMENTS += ["--hostname", "documents@%h"]
BEAT = [*CELERY, "beat", "--loglevel", "INFO"]


class Stop(BaseException):
    """Somebody pressed Ctrl-C; not an Exception, so that nothing swallows it."""


@dataclass
class Site:
    """What one `up` runs."""

    var: Path
    status: Status
    servers: list[shared_servers.Server]
    children: list[child_process.Child] = field(default_factory=list)
    probe: Probe | None = None
    is_stopping: bool = False

    def add(
        self, name: str, arguments: list[str], *inherited_files: int
    ) -> child_process.Child:
        log = program_log.open_log(self.var, name)
        child = child_process.Child(name, arguments, log, inherited_files)
        child.start()
        self.children.append(child)
        return child

    def supervise(self) -> None:
        for name in shared_servers.restart_dead(self.var, self.servers):
            self.status.say(f"{name} had ended; it was started again")
        for child in self.children:
            child.log.rotate()
            if message := child.restart_if_ended():
                self.status.say(f"{message}; its log is {child.log.path}")
        if self.probe and self.probe.is_hanging:
            self.status.say("web does not answer; it is ended")
            self.probe.reset()
            self.probe.child.stop()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument(
        "--flower", type=int, default=0, help="a port; without one it does not run"
    )
    parser.add_argument("--host", default="127.0.0.1", help="an IPv4 address or name")


def run(host: str, port: int, flower_port: int = 0) -> int:
    """Runs until stopped; the exit code. Raises `Unavailable`."""
    var, status = Path(settings.VAR_DIR), Status()
    servers = external_servers.embedded_servers()
    external_servers.check_reachable()
    paths.prepare_folders(var, shared_servers.socket_owners(var))
    with single_instance.claim(var) as first:
        if first is not None:
            status.say(_already_running(first))
            return 0
        site = Site(var, status, servers)
        with _stoppable(site), contextlib.suppress(Stop):
            _serve(site, host, port, flower_port)
    status.say("Stopped.")
    return 0


def _serve(site: Site, host: str, port: int, flower_port: int) -> None:
    with contextlib.ExitStack() as stack:
        with site.status.step("PostgreSQL and Redis") as step:
            started = stack.enter_context(
                shared_servers.running(site.var, site.servers)
            )
            step.note = "" if started else "already running"
        stack.callback(_stop_children, site)
        listening = stack.enter_context(site_address.listen(host, port))
        _start(site, listening, port)
        _announce(site, listening)
        _start_flower(site, flower_port)
        while not site.is_stopping:
            time.sleep(CHECK_SECONDS)
            site.supervise()


def _start(site: Site, listening: socket.socket, port: int) -> None:
    url = site_address.url(listening)
    if port not in (0, listening.getsockname()[1]):
        site.status.say(f"  Port {port} is taken; using {listening.getsockname()[1]}")
    _save_state(site.var, url, is_ready=False)
    if not settings.SITE_URL:
        os.environ["SITE_URL"] = url  # for the links in what the processes send
    options = ["--fd", str(listening.fileno()), "concierge_project.asgi:application"]
    web = site.add("web", [*WEB, *options], listening.fileno())
    django.setup()
    demo_data.prepare(site.status)
    with site.status.step("Guest page"):
        _wait_for_page(site, url)
    site.probe = Probe(
        web,
        f"{url}/health",
        settings.WATCHDOG_SECONDS,
        answered_started_at=web.started_at,
    )
    site.probe.start()
    site.add("worker", URGENT)
    site.add("documents", DOCUMENTS)
    site.add("beat", BEAT)
    _save_state(site.var, url, is_ready=True)


def _start_flower(site: Site, port: int) -> None:
    """Last, when the page is served: nobody waits for it."""
    if not port:
        return
    if not flower.is_free(port):
        site.status.say(f"  Flower does not run: port {port} is taken.")
        return
    site.add("flower", flower.arguments(port))
    site.status.say(f"  Flower       {flower.url(port)}")


def _wait_for_page(site: Site, url: str) -> None:
    end = time.monotonic() + PAGE_SECONDS
    while (status := site_address.page_status(f"{url}/", seconds=2)) != 200:  # noqa: PLR2004
        web = site.children[0]
        if web.has_ended() or time.monotonic() > end:
            reason = f"answers {status}" if status else "does not answer"
            raise Unavailable(
                f"The guest page {reason}. From {web.log.path}:\n{web.log.tail()}"
            )
        site.supervise()
        time.sleep(0.1)


def _announce(site: Site, listening: socket.socket) -> None:
    site.status.say(_addresses(site.var, site_address.url(listening)))
    site.status.say(f"Logs are in {paths.log_dir(site.var)}. Ctrl-C stops everything.")


def _addresses(var: Path, url: str) -> str:
    lines = ["", f"  Guest page   {url}/", f"  Admin        {url}/admin/"]
    password = paths.staff_password(var)
    if password.exists() and not settings.IS_PRODUCTION:
        lines.append(f"  Staff login  staff / {password.read_text().strip()}")
    return "\n".join([*lines, ""])


def _already_running(first: dict[str, str]) -> str:
    if not first.get("ready"):
        return "Concierge is already starting in another window."
    return f"Concierge is already running.\n{first['text']}"


def _save_state(var: Path, url: str, *, is_ready: bool) -> None:
    single_instance.save_state(var, url, _addresses(var, url), is_ready=is_ready)


@contextlib.contextmanager
def _stoppable(site: Site) -> Iterator[None]:
    """The first signal stops in order, the second at once."""

    def on_signal(number: int, frame: FrameType | None) -> None:
        if site.is_stopping:
            _kill_all(site)
        site.is_stopping = True
        raise Stop

    numbers = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as nohup sets it
        numbers.append(signal.SIGHUP)
    before = {number: signal.signal(number, on_signal) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stop_children(site: Site) -> None:
    site.status.say("\nStopping ...")
    child_process.stop_all(site.children)


def _kill_all(site: Site) -> None:
    for child in site.children:
        child.signal(signal.SIGKILL)
    for number, server in (
        (signal.SIGQUIT, shared_servers.POSTGRES),
        (signal.SIGKILL, shared_servers.REDIS),
    ):
        if pid := server.pid(site.var):
            os.kill(pid, number)
    os._exit(130)
