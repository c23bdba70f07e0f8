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

from apps.embedded import (
    address,
    external_servers,
    flower,
    folders,
    lease,
    paths,
    preparation,
    program_log,
    single_instance,
    supervised_processes,
)
from apps.embedded.failure import Unavailable
from apps.embedded.health_probe import Probe
from apps.embedded.startup_status import Status

PAGE_SECONDS = 90
TEND_SECONDS = 0.5
# A browser that reads nothing answers no ping and is let go.
WEB = ["concierge_project.web", "--application-close-timeout", "2"]
WEB += ["--ping-interval", "20", "--ping-timeout", "30"]
CELERY = ["celery", "-A", "concierge_project"]
WORKER = [*CELERY, "worker", "--concurrency", "2", "--loglevel", "INFO"]
WORKER += ["--without-gossip", "--without-mingle"]  # one worker has nobody to talk to
BEAT = [*CELERY, "beat", "--loglevel", "INFO"]


class Stop(BaseException):
    """Somebody pressed Ctrl-C; not an Exception, so that nothing swallows it."""


@dataclass
class Site:
    """What one `up` runs."""

    var: Path
    status: Status
    wanted: list[lease.Server]
    family: list[supervised_processes.Child] = field(default_factory=list)
    probe: Probe | None = None
    is_stopping: bool = False

    def add(
        self, name: str, arguments: list[str], *keeps: int
    ) -> supervised_processes.Child:
        log = program_log.begin(self.var, name)
        child = supervised_processes.Child(name, arguments, log, keeps)
        child.start()
        self.family.append(child)
        return child

    def tend(self) -> None:
        for name in lease.revive(self.var, self.wanted):
            self.status.say(f"{name} had ended; it was started again")
        for child in self.family:
            if told := child.tend():
                self.status.say(f"{told}; its log is {child.log.path}")
        if self.probe and self.probe.is_hanging:
            self.status.say("web does not answer; it is ended")
            self.probe.forget()
            self.probe.child.end()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument(
        "--flower", type=int, default=0, help="a port; without one it does not run"
    )
    parser.add_argument("--host", default="127.0.0.1", help="an IPv4 address or name")


def run(host: str, port: int, flower_port: int = 0) -> int:
    """Runs until stopped; the exit code. Raises `Unavailable`."""
    var, status = Path(settings.VAR_DIR), Status()
    wanted = external_servers.embedded_servers()
    external_servers.insist_on_reachable()
    folders.prepare(var, lease.socket_owners(var))
    with single_instance.only_one(var) as first:
        if first is not None:
            status.say(_already(first))
            return 0
        site = Site(var, status, wanted)
        with _stoppable(site), contextlib.suppress(Stop):
            _serve(site, host, port, flower_port)
    status.say("Stopped.")
    return 0


def _serve(site: Site, host: str, port: int, flower_port: int) -> None:
    with contextlib.ExitStack() as stack:
        with site.status.step("PostgreSQL and Redis") as step:
            started = stack.enter_context(lease.servers(site.var, site.wanted))
            step.note = "" if started else "already running"
        stack.callback(_stop_family, site)
        door = stack.enter_context(address.listen(host, port))
        _start(site, door, port)
        _tell(site, door)
        _show_tasks(site, flower_port)
        while not site.is_stopping:
            time.sleep(TEND_SECONDS)
            site.tend()


def _start(site: Site, door: socket.socket, port: int) -> None:
    url = address.url(door)
    if port not in (0, door.getsockname()[1]):
        site.status.say(f"  Port {port} is taken; using {door.getsockname()[1]}")
    _remember(site.var, url, is_ready=False)
    listening = ["--fd", str(door.fileno()), "concierge_project.asgi:application"]
    web = site.add("web", [*WEB, *listening], door.fileno())
    django.setup()
    preparation.prepare(site.status)
    with site.status.step("Guest page"):
        _wait_for_page(site, url)
    site.probe = Probe(web, f"{url}/health", settings.WATCHDOG_SECONDS)
    site.probe.start()
    site.add("worker", WORKER)
    site.add("beat", BEAT)
    _remember(site.var, url, is_ready=True)


def _show_tasks(site: Site, port: int) -> None:
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
    while (found := address.page_status(f"{url}/", seconds=2)) != 200:  # noqa: PLR2004
        web = site.family[0]
        if web.has_ended() or time.monotonic() > end:
            reason = f"answers {found}" if found else "does not answer"
            raise Unavailable(
                f"The guest page {reason}. From {web.log.path}:\n{web.log.tail()}"
            )
        site.tend()
        time.sleep(0.1)


def _tell(site: Site, door: socket.socket) -> None:
    site.status.say(_addresses(site.var, address.url(door)))
    site.status.say(f"Logs are in {paths.log_dir(site.var)}. Ctrl-C stops everything.")


def _addresses(var: Path, url: str) -> str:
    lines = ["", f"  Guest page   {url}/", f"  Admin        {url}/admin/"]
    password = paths.staff_password(var)
    if password.exists() and not settings.IS_PRODUCTION:
        lines.append(f"  Staff login  staff / {password.read_text().strip()}")
    return "\n".join([*lines, ""])


def _already(first: dict[str, str]) -> str:
    if not first.get("ready"):
        return "Concierge is already starting in another window."
    return f"Concierge is already running.\n{first['text']}"


def _remember(var: Path, url: str, *, is_ready: bool) -> None:
    single_instance.remember(var, url, _addresses(var, url), is_ready=is_ready)


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


def _stop_family(site: Site) -> None:
    site.status.say("\nStopping ...")
    supervised_processes.stop(site.family)


def _kill_all(site: Site) -> None:
    for child in site.family:
        child.signal(signal.SIGKILL)
    for number, server in (
        (signal.SIGQUIT, lease.POSTGRES),
        (signal.SIGKILL, lease.REDIS),
    ):
        if pid := server.pid(site.var):
            os.kill(pid, number)
    os._exit(130)
