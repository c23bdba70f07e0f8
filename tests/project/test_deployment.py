"""Runs docs/deployment.md: every step, and in place of a container its process.

No container engine is needed. What docker-compose.yml and the image start is started
here, with the variables that they give it, on a database and a Redis of its own.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import yaml
from django.conf import settings
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from apps.local_servers import paths
from apps.local_servers.databases import shared_servers
from tests.site import environment, free_port

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

ROOT = Path(settings.BASE_DIR)
PAGE = (ROOT / "docs/deployment.md").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
IMAGE = (ROOT / "Dockerfile").read_text()
SECONDS = 180
VARIABLE = re.compile(r"\$\{(\w+)(?::-((?:[^{}]|\{[^}]*\})*))?(?::\?[^}]*)?\}")
IN_CONTAINER = re.compile(
    r"docker compose (?:exec|run)(?: --?[\w-]+)* (web|worker|migrate)(?: (python .+))?$"
)


def steps(title: str) -> list[str]:
    """The commands below a title, until the next of its kind."""
    section = PAGE.partition(f"\n{title}\n")[2].partition("\n## ")[0]
    return re.findall(r"^ {4}(\S.*)$", section, re.MULTILINE)


def filled_in(text: str, values: dict[str, str]) -> str:
    """As Compose fills in variables: `${NAME:-default}` where it is empty."""
    while "${" in text:
        text = VARIABLE.sub(lambda m: values.get(m[1]) or m[2] or "", text)
    return text


@dataclass
class Server:
    """A folder with `.env`, a database and a Redis; processes as containers."""

    folder: Path
    database: str
    redis: str
    port: int = field(default_factory=free_port)
    flower_port: int = field(default_factory=free_port)
    stack: ExitStack = field(default_factory=ExitStack)

    def shell(self, command: str) -> None:
        subprocess.run(["bash", "-ec", command], cwd=self.folder, check=True)

    def written(self) -> dict[str, str]:
        """What `.env` says."""
        lines = (self.folder / ".env").read_text().splitlines()
        pairs = (line.partition("=") for line in lines if "=" in line)
        return {name: value for name, _, value in pairs if name[:1].isalpha()}

    def variables(self, service: str) -> dict[str, str]:
        written, own = self.written(), SERVICES[service]["environment"]
        container = {name: filled_in(str(each), written) for name, each in own.items()}
        servers = {"REDIS_URL": self.redis, "CONCIERGE_VAR": str(self.folder / "var")}
        servers["TRUSTED_PROXIES"] = "127.0.0.1"  # the proxy of `page`
        for name in ("DATABASE_URL", "DATABASE_OWNER_URL"):
            if container.get(name):
                servers[name] = self._address(container[name])
        clean = {k: v for k, v in environment().items() if k not in CONFIGURED}
        return {**clean, **written, **container, **servers}

    def _address(self, url: str) -> str:
        """The same login at the server that is here."""
        assert url.endswith("@postgres:5432/concierge")
        place = conninfo_to_dict(self.database)
        login = url.removesuffix("@postgres:5432/concierge")
        name, host, port = place["dbname"], place["host"], place["port"]
        if not login.startswith("postgresql://concierge_app:"):
            # The tests' server has an owner of another name.
            login = f"postgresql://{place['user']}"
        return f"{login}@/{name}?host={host}&port={port}"

    def run(self, service: str, command: str, stdin: bytes = b"") -> str:
        """What it prints; the doctor may find fault."""
        ended = subprocess.run(
            self._line(command),
            input=stdin,
            capture_output=True,
            cwd=ROOT,
            env=self.variables(service),
            check=False,
        )
        is_fine = ended.returncode == 0 or command.endswith(" doctor")
        assert is_fine, (command, ended.stderr.decode()[-3000:])
        return ended.stdout.decode()

    def start(self, service: str, command: str) -> subprocess.Popen[bytes]:
        log = self.stack.enter_context((self.folder / f"{service}.log").open("wb"))
        process = subprocess.Popen(
            self._line(command),
            cwd=ROOT,
            env=self.variables(service),
            stdout=log,
            stderr=log,
        )
        self.stack.callback(stop, process)
        return process

    def _line(self, command: str) -> list[str]:
        words = shlex.split(command.replace("$$HOSTNAME", "here"))
        program = {
            "python": [sys.executable],
            "celery": [sys.executable, "-m", "celery"],
        }
        ports = {"8000": str(self.port), "--port=5555": f"--port={self.flower_port}"}
        words = [ports.get(word, word).replace("@%h", "@here") for word in words]
        return [*program[words[0]], *words[1:]]

    def log(self, service: str) -> str:
        return (self.folder / f"{service}.log").read_text(errors="replace")

    def page(self, path: str) -> httpx.Response:
        """As the proxy asks for it."""
        headers = {"Host": "concierge.resort.example", "X-Forwarded-Proto": "https"}
        return httpx.get(f"http://127.0.0.1:{self.port}{path}", headers=headers)


SERVICES = COMPOSE["services"]
CONFIGURED = {"DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SITE_URL"}


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_for(is_ready: Callable[[], bool], server: Server, service: str) -> None:
    ends_at = time.monotonic() + SECONDS
    while not is_ready():
        assert time.monotonic() < ends_at, server.log(service)[-3000:]
        time.sleep(0.2)


def health_check(server: Server, service: str) -> bool:
    """The check of the container itself."""
    check = SERVICES[service].get("healthcheck", {}).get("test")
    if check is None:
        [words] = re.findall(r"HEALTHCHECK .*\\\n\s*CMD (\[.*\])", IMAGE)
        command = f"{shlex.join(yaml.safe_load(words))} 8000"
    elif check[0] == "CMD-SHELL":
        command = check[1]
    else:
        command = shlex.join(check[1:]).replace("5555", str(server.flower_port))
    line = server._line(command)
    ended = subprocess.run(
        line, cwd=ROOT, env=server.variables(service), capture_output=True, check=False
    )
    return ended.returncode == 0


@pytest.fixture
def server(transactional_db: None, tmp_path: Path) -> Iterator[Server]:
    folder = tmp_path / "server"
    folder.mkdir()
    shutil.copy(ROOT / ".env.example", folder)
    address, name = environment()["DATABASE_OWNER_URL"], f"deployed_{tmp_path.name}"
    name = re.sub(r"\W", "_", name)[:60]
    redis_only = [shared_servers.REDIS]
    with (
        psycopg.connect(address, dbname="postgres", autocommit=True) as postgres,
        shared_servers.running(folder / "var", redis_only, durable=False),
    ):
        postgres.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        place = psycopg.conninfo.make_conninfo(address, dbname=name)
        running = Server(folder, place, paths.redis_url(folder / "var"))
        with running.stack:
            yield running
        drop = sql.SQL("drop database {} with (force)")
        postgres.execute(drop.format(sql.Identifier(name)))


def up(server: Server) -> None:
    """`docker compose up`: the image's own steps, then each service in its order."""
    build = IMAGE.partition("\nRUN SECRET_KEY=")[2].partition(" ")[2].splitlines()[0]
    server.run("web", build)
    server.run("migrate", SERVICES["migrate"]["command"])
    web = yaml.safe_load(IMAGE.rpartition("\nCMD ")[2])
    server.start("web", shlex.join(web))
    for service in ("worker", "documents", "beat", "flower"):
        server.start(service, SERVICES[service]["command"])
    for service in ("web", "worker", "documents", "flower"):
        wait_for(partial(health_check, server, service), server, service)
    wait_for(lambda: "beat: Starting" in server.log("beat"), server, "beat")


def in_container(server: Server, step: str, stdin: bytes = b"") -> str:
    match = IN_CONTAINER.match(step)
    assert match, step
    service, command = match[1], match[2] or SERVICES[match[1]]["command"]
    return server.run(service, command, stdin)


def test_an_empty_server_comes_up_and_takes_what_was_tried_out(
    server: Server, filled_copy: Path
) -> None:
    make_run, backup = steps("## On your laptop")
    assert make_run == "make run"  # `filled_copy` is what it leaves behind
    file = server.folder / shlex.split(backup)[-1]
    line = [sys.executable, *shlex.split(backup)[1:-1], str(file)]
    own = {"DATABASE_URL": "", "DATABASE_OWNER_URL": "", "REDIS_URL": ""}
    own |= {"CONCIERGE_VAR": str(filled_copy)}
    subprocess.run(line, cwd=ROOT, env={**environment(), **own}, check=True)

    before_up, _, after_up = "\n".join(steps("## On one server")).partition(
        "docker compose up --build --detach\ndocker compose ps\n"
    )
    server.shell(before_up)
    up(server)
    empty = server.page("/")
    assert empty.status_code == 503
    assert "manage.py first_staff" in empty.text
    first, restore, doctor, nightly, *later_steps = after_up.splitlines()
    printed = in_container(server, first)
    link = printed.split("https://concierge.resort.example")[1].split()[0]
    assert server.page(link).status_code == 302  # to the form, with the token hidden

    assert restore.endswith(f" < {file.name}")
    in_container(server, restore.partition(" < ")[0], file.read_bytes())
    assert server.page("/").status_code == 200
    assert "All migrations are applied." in in_container(server, doctor)
    in_container(server, nightly)
    assert list(server.folder.glob("var/backups/concierge-*.tar.gz"))
    server.shell(
        "\n".join(step for step in later_steps if not step.startswith("docker"))
    )
    assert (server.folder / "secrets/sheets-key.json").exists()
    assert all("docker compose up" in step for step in later_steps if "docker" in step)


def test_several_hosts_share_servers_and_none_but_migrate_knows_the_owner(
    server: Server,
) -> None:
    server.shell("cp .env.example .env")
    on_hosts = steps("## On several hosts")
    server.shell("\n".join(step for step in on_hosts if step.startswith("echo")))
    written = server.written()
    for service in ("web", "worker", "documents", "beat", "flower"):
        own = SERVICES[service]["environment"]
        address = filled_in(own["DATABASE_URL"], written)
        assert address.endswith("@postgres.internal:5432/concierge")
        assert own["POSTGRES_PASSWORD"] == own["DATABASE_OWNER_URL"] == ""
    [migrate] = [step for step in on_hosts if step.endswith(" migrate")]
    name, _, owner = migrate.split()[0].partition("=")
    own = SERVICES["migrate"]["environment"]
    assert filled_in(own[name], {**written, name: owner}) == owner
    hosts = yaml.safe_load((ROOT / "docker-compose.hosts.yml").read_text())
    balancer = hosts["services"]["web"]["environment"]["TRUSTED_PROXIES"]
    assert filled_in(balancer, written) == "10.0.0.0/24"
