"""Times the pages of staff over many rows and conversations.

The pages are asked for through Django's test client, without a network between.
"""

from __future__ import annotations

import time
from http import HTTPStatus
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.catalog.models import Restaurant
from apps.properties.models import Property
from benchmarks import conversations, figures
from benchmarks.scratch_database import load_demo, scratch_database

RESTAURANTS = "/admin/catalog/restaurant/"
CONVERSATIONS = "/admin/conversations/conversation/"
PAGES = {
    "restaurants": RESTAURANTS,
    "restaurants, page 20": f"{RESTAURANTS}?p=20",
    "restaurants, search": f"{RESTAURANTS}?q=Place+17",
    "restaurants, not cited": f"{RESTAURANTS}?attention=uncited",
    "all rows": "/admin/catalog/item/",
    "conversations": CONVERSATIONS,
    "conversations, search": f"{CONVERSATIONS}?q=helicopter",
    "conversations, unanswered": f"{CONVERSATIONS}?attention=unanswered",
    "gaps": "/admin/gaps/",
    "dashboard": "/admin/ops/",
    "changes of rows": "/admin/staff/version/",
}
USERNAME = "benchmark"
REQUESTS = 5


def measure(row_count: int, conversation_count: int) -> dict[str, Any]:
    """Milliseconds and queries of each page, in a scratch database."""
    with scratch_database():
        load_demo()
        get_user_model().objects.create_superuser(USERNAME)
        place = Property.objects.earliest("pk")
        item_ids = _create_restaurants(place, row_count)
        conversations.create(place, conversation_count, item_ids)
        return {name: _time_page(path) for name, path in PAGES.items()}


def _time_page(path: str) -> dict[str, Any]:
    client = Client(SERVER_NAME="localhost")
    client.force_login(get_user_model().objects.get(username=USERNAME))
    client.get(path)  # fills what the page caches for a minute
    durations = []
    for _ in range(REQUESTS):
        started_at = time.perf_counter()
        with CaptureQueriesContext(connection) as queries:
            response = client.get(path)
        durations.append(time.perf_counter() - started_at)
        if response.status_code != HTTPStatus.OK:
            raise RuntimeError(f"{path} answered {response.status_code}")
    return {"queries": len(queries), "ms": figures.milliseconds(durations)}


def _create_restaurants(place: Property, count: int) -> list[int]:
    """Saves them one by one, as staff does; returns their ids."""
    today = timezone.localdate()
    return [
        Restaurant.objects.create(
            property=place,
            name=f"Place {number}",
            slug=f"bench-place-{number}",
            cuisine="Any",
            price_band=1 + number % 4,
            status="live",
            source="benchmark",
            as_of=today,
        ).pk
        for number in range(count)
    ]
