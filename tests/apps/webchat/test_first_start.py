"""The page before a property is there: a first start is still writing it."""

from __future__ import annotations

from django.db import connection
from django.test import Client

from tests import factories


def test_it_says_that_it_is_getting_ready_and_looks_again(alice: Client) -> None:
    answer = alice.get("/")
    assert answer.status_code == 503
    assert "The concierge is getting ready" in answer.content.decode()
    assert f'http-equiv="refresh" content="{answer["Retry-After"]}"' in (
        answer.content.decode()
    )
    assert alice.get("/mohegan-sun/").status_code == 404
    place = factories.PropertyFactory.create()
    assert place.name in alice.get("/").content.decode()


def test_a_property_that_is_not_the_default_one_is_no_reason_to_wait(
    alice: Client,
) -> None:
    factories.PropertyFactory.create(slug="foxwoods")
    assert alice.get("/").status_code == 404


def test_it_says_the_same_while_the_tables_are_being_made(
    alice: Client, db: None
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("set local search_path to pg_catalog")  # without our tables
    answer = alice.get("/", raise_request_exception=False)
    assert answer.status_code == 503
    assert "The concierge is getting ready" in answer.content.decode()
    assert answer["Retry-After"]
