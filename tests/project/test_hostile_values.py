"""Mallory types nonsense into every address; each is refused in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import quote, urlencode
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver

from apps.conversations.models import Conversation
from apps.properties.models import Property
from tests import factories

pytestmark = pytest.mark.slow

VALUES = {
    "superscript": "²",
    "foreign digit": "٣",
    "nul": "\0",
    "broken bytes": "\udcff",
    "long word": "x" * 5000,
    "long number": "9" * 5000,
    "large number": "9" * 30,
    "negative": "-1",
    "end of time": "9999-12-31T23:59",
    "begin of time": "0001-01-01T00:00",
    "year": "9999",
    "brackets": "http://[",
    "markup": "'\"<>%",
}
# Each value goes to a quarter of the addresses, and to the rest with `make nightly`:
# every run tries each address with several values.
PARTS = 4
SHARES = [0, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(1, PARTS))]
# Pages that read their query, and what they read.
READERS = {
    "": ("lang",),
    "mohegan-sun/": ("lang",),
    "mohegan-sun/privacy/": ("lang",),
    "mohegan-sun/embedded/": ("lang",),
    "widget/": ("lang",),
    "property": ("property",),
    f"chat/{uuid4()}": ("after", "thread_id"),
    "admin/export/restaurants.csv": ("property", "template"),
    "admin/gaps/": ("p",),
    "admin/playground/": ("at", "before", "language", "property", "question", "row"),
    "admin/catalog/restaurant/": (
        *("property", "q", "p", "o", "id__exact", "pk__in", "created_at__year"),
        *("status__exact", "_changelist_filters", "_popup", "_to_field", "e"),
        *("aliases__contains", "name__regex", "valid_from__year__gte", "cuisine"),
    ),
    "admin/catalog/faqentry/add/": (
        *("property", "gap", "valid_from", "valid_to", "as_of", "review_by", "about"),
    ),
    "admin/account/login/": ("next",),
    "admin/catalog/show/add/": ("property", "valid_from", "_changelist_filters"),
    "admin/conversations/conversation/": (
        *("property", "q", "attention", "channel", "language", "created_at__year"),
    ),
    "admin/conversations/alert/": ("property", "q"),
    "admin/staff/version/": ("property", "q"),
    "admin/search/": ("q",),
    "admin/conversations/evaluationcase/add/": ("at", "property", "says"),
    "admin/django_celery_beat/clockedschedule/add/": ("clocked_time",),
    "admin/django_celery_beat/periodictask/add/": ("start_time", "expires"),
}
PART = re.compile(r"<(?:\w+:)?\w+>|\(\?P<\w+>[^)]*\)")
# Its own links are regular expressions of words; nothing typed reaches a view.
PLAIN = {"^admin/export/(?P<category>[a-z]+)\\.(?P<kind>csv|xlsx)$"}


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """Every address of the site with a part that can be typed."""
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from routes(entry, route)
        elif PART.search(route) and route not in PLAIN:
            yield route


def typed(value: str) -> str:
    return quote(value, safe="", errors="surrogateescape")


def in_path(route: str, value: str) -> str:
    path = PART.sub(lambda _: typed(value), route)
    return "/" + re.sub(r"[\^$\\]", "", path)


def addresses(value: str, other_values: dict[str, str]) -> Iterator[str]:
    for route in sorted(set(routes(get_resolver()))):
        yield in_path(route, value)
    yield f"/media/pictures/{typed(value)}"
    for path, names in READERS.items():
        for name in names:
            query = urlencode({**other_values, name: value}, errors="surrogateescape")
            yield f"/{path}?{query}"


def part(name: str, share: int) -> tuple[int, None, int]:
    """Where a slice of the addresses starts, and its step."""
    return (list(VALUES).index(name) + share) % PARTS, None, PARTS


@pytest.fixture
def resort(transactional_db: None) -> Property:
    place = factories.PropertyFactory.create()
    factories.RestaurantFactory.create(property=place)
    Conversation.objects.create(property=place, language="en")
    return place


@pytest.fixture
def boss(resort: Property) -> Client:
    """May open every page."""
    client = Client(raise_request_exception=False)
    client.force_login(factories.StaffFactory.create(is_superuser=True))
    return client


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("name", VALUES)
def test_it_answers_every_address_with_a_page_or_a_sentence(
    boss: Client, resort: Property, name: str, share: int
) -> None:
    other_values = {"property": str(resort.pk), "question": "Is parking free?"}
    stranger = Client(raise_request_exception=False)
    faults = []
    for address in islice(addresses(VALUES[name], other_values), *part(name, share)):
        is_staffs = address.startswith("/admin/")
        answer = (boss if is_staffs else stranger).get(address)
        if answer.status_code >= 500 or b"Traceback" in b"".join(answer):
            faults.append((answer.status_code, address[:120]))
    assert not faults


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("name", VALUES)
def test_it_sends_strangers_to_the_login_whatever_they_type(
    db: None, name: str, share: int
) -> None:
    stranger = Client(raise_request_exception=False)
    for route in islice(sorted(set(routes(get_resolver()))), *part(name, share)):
        if route.startswith("admin/"):
            answer = stranger.get(in_path(route, VALUES[name]))
            assert answer.status_code in {200, 302, 400, 404}, route


def test_it_says_that_an_address_cannot_be_read(db: None) -> None:
    client = Client(raise_request_exception=False)
    assert "could not be read" in client.get("/?lang=%00").content.decode()
    assert client.get("/?lang=%00").status_code == 400
    assert "not here" in client.get("/mohegan%00sun/").content.decode()


FORMS = [
    ("/admin/gaps/start/", {"property": "²", "message": ["²", "9" * 5000, "\0"]}),
    ("/admin/gaps/start/", {"property": "9" * 5000}),
    ("/", {"text": "\0"}),
    ("/", {"text": "\ud800"}),
    ("/admin/catalog/restaurant/add/", {"property": "²", "name": "\0"}),
    ("/admin/catalog/faqentry/add/?gap=" + "9" * 18, {"property": "²"}),
    (
        "/admin/catalog/restaurant/",
        {
            "action": "schedule",
            "scheduled": "1",
            "_selected_action": "1",
            "valid_from": "9999-12-31T23:59",
        },
    ),
]


@pytest.mark.parametrize(("address", "form"), FORMS)
def test_it_takes_no_nonsense_from_forms(
    boss: Client, address: str, form: dict[str, str | list[str]]
) -> None:
    body = urlencode(form, doseq=True, errors="surrogatepass")
    kind = "application/x-www-form-urlencoded"
    answer = boss.post(address, body, content_type=kind)
    assert answer.status_code < 500


def test_it_schedules_nothing_for_the_end_of_time(
    boss: Client, resort: Property
) -> None:
    form = {
        "action": "schedule",
        "scheduled": "1",
        "_selected_action": str(factories.RestaurantFactory.create().pk),
        "valid_from": "9999-12-31T23:59",
    }
    page = boss.post("/admin/catalog/restaurant/", form).content.decode()
    assert "Give a year from" in page
