"""What docker-compose.yml, the image and the proxy promise, as far as files tell."""

from __future__ import annotations

import shlex
import subprocess
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from apps.local_servers.databases import postgres_data
from concierge_project.web.health_check import main as health_check
from tests.fakes.loopback import loopback
from tests.site import free_port

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]


def test_postgresql_is_of_the_version_that_make_run_brings() -> None:
    server = postgres_data.programs_folder() / "postgres"
    line = subprocess.run([server, "--version"], capture_output=True, check=True)
    major = line.stdout.decode().split()[-1].partition(".")[0]
    database = SERVICES["postgres"]
    assert database["image"] == f"pgvector/pgvector:pg{major}"
    options = shlex.split(database["environment"]["POSTGRES_INITDB_ARGS"])
    assert options == postgres_data.LOCALE


def test_many_web_containers_fit_beside_the_proxy() -> None:
    """None has a name, a port or an address that a second one would need too."""
    web = SERVICES["web"]
    assert not {"container_name", "ports", "hostname"} & set(web)
    [addresses] = COMPOSE["networks"]["edge"]["ipam"]["config"]
    proxy = ip_address(SERVICES["proxy"]["networks"]["edge"]["ipv4_address"])
    assert proxy in ip_network(addresses["subnet"])
    assert proxy not in ip_network(addresses["ip_range"])
    assert "dynamic a web 8000" in (ROOT / "Caddyfile").read_text()


def test_everything_that_a_service_names_is_declared() -> None:
    declared = {kind: set(COMPOSE[kind]) for kind in ("volumes", "networks", "secrets")}
    for service in SERVICES.values():
        volumes = {line.partition(":")[0] for line in service.get("volumes", [])}
        assert {name for name in volumes if "/" not in name} <= declared["volumes"]
        assert set(service.get("networks", [])) <= {"default", *declared["networks"]}
        assert set(service.get("secrets", [])) <= declared["secrets"]
        assert set(service.get("depends_on", [])) <= set(SERVICES)
    assert SERVICES["web"]["secrets"] == SERVICES["worker"]["secrets"] == ["sheets-key"]


@pytest.mark.parametrize(
    ("has_property", "has_database", "fault"),
    [(True, True, ""), (False, True, ""), (False, False, "cannot be answered")],
)
def test_a_container_is_healthy_before_there_is_a_property(
    has_property: bool, has_database: bool, fault: str
) -> None:
    state = {
        "property_loaded": has_property,
        "dependencies": {"database": {"ok": has_database}},
    }
    with loopback() as site:
        site.answers["/health"] = (200 if has_property else 503, state)
        words = health_check(int(site.url.rpartition(":")[2]))
    assert bool(words) == bool(fault)
    assert fault in words


def test_a_container_that_answers_nobody_is_not_healthy() -> None:
    assert "does not answer" in health_check(free_port())
