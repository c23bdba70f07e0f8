"""Whom the HTTP API counts: never by an id that the caller makes up."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import Settings

from apps.conversations import thread_secrets
from tests import factories, minutes

NO_WORDS = "\u0001"  # counted, and refused only then


@pytest.fixture
def door(transactional_db: None, settings: Settings) -> Client:
    factories.PropertyFactory.create()
    minutes.wait_for_the_next()
    settings.RATE_LIMIT_STRANGERS_PER_MINUTE = 3
    settings.RATE_LIMIT_PER_MINUTE = 2
    return Client(REMOTE_ADDR=f"2001:db8:{uuid4().hex[:4]}:{uuid4().hex[:4]}::1")


def statuses(door: Client, *bodies: dict[str, Any], path: str = "/chat") -> list[int]:
    kind = "application/json"
    return [door.post(path, body, content_type=kind).status_code for body in bodies]


def made_up() -> dict[str, Any]:
    return {
        "message": NO_WORDS,
        "thread_id": str(uuid4()),
        "client_id": str(uuid4()),
        "thread_secret": uuid4().hex,
    }


def test_mallory_gains_nothing_by_new_ids_and_secrets(door: Client) -> None:
    assert statuses(door, *[made_up() for _ in range(4)]) == [422, 422, 422, 429]


def test_a_forged_signature_is_no_key(door: Client) -> None:
    secret = thread_secrets.new()
    last = "A" if secret[-1] != "A" else "B"
    forged = [{**made_up(), "thread_secret": secret[:-1] + last} for _ in range(4)]
    assert statuses(door, *forged)[-1] == 429


def test_whoever_has_a_key_of_the_site_is_counted_by_it(door: Client) -> None:
    statuses(door, *[made_up() for _ in range(4)])
    alice, bob = thread_secrets.new(), thread_secrets.new()
    questions = [
        {**made_up(), "thread_secret": secret} for secret in [alice] * 3 + [bob]
    ]
    assert statuses(door, *questions) == [422, 422, 429, 422]


def test_ratings_are_counted_in_the_same_way(door: Client) -> None:
    ratings = [
        {"thread_id": str(uuid4()), "thread_secret": uuid4().hex, "rating": 1}
        for _ in range(4)
    ]
    assert statuses(door, *ratings, path="/feedback") == [404, 404, 404, 429]
