"""PostgreSQL or Redis is away: everybody hears it in plain words, nothing hangs."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from apps.properties import remembered_phones
from apps.properties.models import Property
from tests.guest import guest, shown
from tests.site import Site, start, wait_for

pytestmark = pytest.mark.slow

NOBODY_HERE = "127.0.0.1:1"


@pytest.fixture(scope="module")
def without_redis(django_db_setup: None) -> Iterator[Site]:
    with start("no-redis", REDIS_URL=f"redis://{NOBODY_HERE}/0") as site:
        yield site


@pytest.fixture(scope="module")
def without_postgres(django_db_setup: None) -> Iterator[Site]:
    address = f"postgresql://postgres@{NOBODY_HERE}/concierge"
    with start("no-postgres", DATABASE_URL=address) as site:
        yield site


@pytest.mark.usefixtures("resort")
async def test_it_answers_without_redis(without_redis: Site) -> None:
    async with guest(without_redis) as alice:
        await alice.hello()
        first = await alice.ask("Is parking free?")
        second = await alice.ask("What is the dress code at Ballo?")
    assert "free" in shown(first)
    assert "smart casual" in shown(second)


def test_it_says_kindly_that_the_records_are_away(without_postgres: Site) -> None:
    answer = httpx.get(without_postgres.url, timeout=20)
    assert answer.status_code == 500
    assert "cannot reach its records" in answer.text
    assert "psycopg" not in answer.text


@pytest.mark.usefixtures("resort")
def test_it_names_the_number_although_the_records_are_away(
    without_postgres: Site,
) -> None:
    """On the page without a script, after a question there, and where /chat is HTML."""
    place = Property.objects.get()
    # As a web process does when it starts; another test may have named it otherwise.
    remembered_phones.remember([place])
    page = httpx.get(f"{without_postgres.url}/mohegan-sun/", timeout=20)
    corner = f"{without_postgres.url}/mohegan-sun/embedded/"
    posted = httpx.post(corner, data={"text": "Help!"}, timeout=20)
    html = {"Accept": "text/html,application/xhtml+xml"}
    question = {"message": "Is parking free?"}
    chat = f"{without_postgres.url}/chat"
    answer = httpx.post(chat, json=question, headers=html, timeout=20)
    for shown_page in (page, posted, answer):
        assert shown_page.headers["content-type"].startswith("text/html")
        assert f'<a href="{place.phone_href}">{place.phone}</a>' in shown_page.text
        assert place.name in shown_page.text
    assert (page.status_code, answer.status_code) == (500, 503)
    spanish = {**question, "language": "es", "property": "mohegan-sun"}
    refusal = httpx.post(chat, json=spanish, timeout=20)
    assert refusal.status_code == 503
    assert refusal.headers["retry-after"] == "10"
    assert f"llame al {place.phone}" in refusal.json()["error"]["message"]


async def test_it_logs_an_outage_in_lines_without_traces(
    without_postgres: Site,
) -> None:
    """Whichever door meets it; the line names the error."""
    await test_it_asks_a_socket_to_come_back_later(without_postgres)
    async with httpx.AsyncClient(base_url=without_postgres.url, timeout=20) as client:
        for path in ("/", "/mohegan-sun/", "/admin/login/", "/property", "/health"):
            await client.get(path)
        await client.post("/chat", json={"message": "Is parking free?"})
    log = without_postgres.log.read_text()
    assert "Traceback" not in log
    assert "error=OperationalError" in log


def test_it_tells_operators_that_it_is_not_healthy(without_postgres: Site) -> None:
    answer = httpx.get(f"{without_postgres.url}/health", timeout=20)
    assert (answer.status_code, answer.json()["status"]) == (503, "degraded")
    answer = httpx.get(f"{without_postgres.url}/metrics", timeout=20)
    assert answer.status_code == 503
    assert "The database does not answer" in answer.text


async def test_it_asks_a_socket_to_come_back_later(without_postgres: Site) -> None:
    origin = without_postgres.url
    async with connect(without_postgres.socket_url, origin=origin) as socket:  # type: ignore[arg-type]
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4503


def test_it_shows_a_plain_page_at_a_wrong_address(site: Site) -> None:
    answer = httpx.get(f"{site.url}/no/such/page", timeout=20)
    assert answer.status_code == 404
    assert "nothing at this address" in answer.text


def test_a_refused_request_is_one_line_of_the_log(site: Site) -> None:
    """The line says why, where there is more to say than the status."""
    form = {"login": "ann@example.com"}
    with httpx.Client(base_url=site.url, timeout=20) as client:
        assert client.get("/no/such/place?q=quokka").status_code == 404
        assert client.post("/admin/account/reauthenticate/", data=form).is_error
        headers = {"host": "refused.example"}
        assert client.get("/wrong/host", headers=headers).status_code == 400
    # A line is written once its answer is sent.
    wait_for(lambda: "/wrong/host" in site.log.read_text())
    written = site.log.read_text().splitlines()

    def lines_about(path: str) -> list[str]:
        return [line for line in written if path in line]

    [missing] = lines_about("/no/such/place")
    assert "status=404" in missing
    assert "quokka" not in missing
    [forged] = lines_about("/admin/account/reauthenticate/")
    assert "CSRF" in forged
    [foreign] = lines_about("/wrong/host")
    assert "HTTP_HOST" in foreign
