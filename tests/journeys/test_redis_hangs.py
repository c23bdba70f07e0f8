"""Redis hangs: it accepts connections and is silent. Staff go on working."""

from __future__ import annotations

import functools
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from django.test import Client

from apps.catalog.models import Restaurant
from apps.local_servers import paths
from apps.local_servers.databases import redis, shared_servers
from apps.properties.models import Property
from tests.admin_form import Form
from tests.site import Site, start

pytestmark = pytest.mark.slow

MOST_WAIT_SECONDS = 2.0
# Those that read something from Redis, and some that staff have open all day.
PAGES = [
    "/admin/ops/",
    "/admin/",
    "/admin/ops/alertrule/",
    "/admin/catalog/restaurant/",
    "/admin/conversations/alert/",
    "/admin/requests/",
    "/admin/gaps/",
    "/admin/playground/",
]


@dataclass(frozen=True)
class HangingRedis:
    """A Redis of its own for one site, which the test stops and lets go on."""

    var: Path

    def signal(self, number: int) -> None:
        pid = redis.pid(self.var)
        assert pid
        os.kill(pid, number)


@pytest.fixture(scope="module")
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HangingRedis]:
    var = tmp_path_factory.mktemp("hanging") / "var"
    paths.prepare_folders(var, shared_servers.socket_owners(var))
    redis.ensure(var, durable=False)
    server = HangingRedis(var)
    yield server
    server.signal(signal.SIGCONT)
    redis.stop(var)


@pytest.fixture(scope="module")
def site_with_own_redis(
    django_db_setup: None, own_redis: HangingRedis
) -> Iterator[Site]:
    url = paths.redis_url(own_redis.var)
    with start("hanging-redis", REDIS_URL=url) as site:
        yield site


@pytest.fixture
def desk(admin_client: Client, site_with_own_redis: Site) -> Iterator[httpx.Client]:
    """Staff at that site, signed in."""
    name = settings.SESSION_COOKIE_NAME
    cookies = {name: admin_client.cookies[name].value}
    with httpx.Client(
        base_url=site_with_own_redis.url, cookies=cookies, timeout=60
    ) as client:
        yield client


def seconds(desk: httpx.Client, page: str) -> float:
    begun_at = time.perf_counter()
    answer = desk.get(page)
    assert answer.status_code == 200, (page, answer.status_code)
    return time.perf_counter() - begun_at


def saving_seconds(desk: httpx.Client, admin: Client, page: str, name: str) -> float:
    """Of a form that was read since it was last saved."""
    form = {**Form(admin, page).values, "name": name}
    token = desk.cookies[settings.CSRF_COOKIE_NAME]
    begun_at = time.perf_counter()
    answer = desk.post(page, data={**form, "csrfmiddlewaretoken": token})
    assert answer.status_code == 302, answer.text[:2000]
    return time.perf_counter() - begun_at


def test_no_page_of_the_staff_waits_for_it(
    resort: Property,
    desk: httpx.Client,
    own_redis: HangingRedis,
    admin_client: Client,
) -> None:
    row = Restaurant.objects.first()
    assert row
    form_page = f"/admin/catalog/restaurant/{row.pk}/change/"
    pages = [*PAGES, form_page]
    usual = {page: seconds(desk, page) for page in pages}
    save = functools.partial(saving_seconds, desk, admin_client, form_page)
    save("The first one loads")
    usual["a save"] = save("Before")
    own_redis.signal(signal.SIGSTOP)
    slow = {page: seconds(desk, page) for page in pages}
    slow["a save"] = save("Meanwhile")
    own_redis.signal(signal.SIGCONT)
    waits = {page: slow[page] - usual[page] for page in usual}
    too_long = {page: wait for page, wait in waits.items() if wait > MOST_WAIT_SECONDS}
    assert not too_long
    row.refresh_from_db()
    assert row.name == "Meanwhile"
