"""A guest's work sees the rows of one property, on whichever connection it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.db import ProgrammingError, connection, transaction
from psycopg.pq import TransactionStatus

from apps.catalog.models import Item
from apps.concierge import checkpoints
from apps.conversations.models import Conversation, Turn
from apps.infrastructure import database_scope, database_threads, loop_clients, sql
from apps.infrastructure.database_scope import all_properties, scoped_to
from apps.properties.models import FeatureFlag, Property
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)
ITEMS = "select property_id from catalog_item where %(any)s order by 1"


@pytest.fixture
def places(
    mohegan: Property, foxwoods: Property, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Property, Property]]:
    """Two properties with a restaurant each; who chooses no scope sees nothing."""
    for place in (mohegan, foxwoods):
        factories.RestaurantFactory.create(property=place)
    monkeypatch.setattr(database_scope, "UNSCOPED", "")
    yield mohegan, foxwoods
    monkeypatch.undo()


Places = tuple[Property, Property]
Read = Callable[[], list[int]]


def property_ids() -> list[int]:
    rows = Item.objects.order_by("property_id")
    return list(rows.values_list("property_id", flat=True))


def property_ids_by_statement() -> list[int]:
    return [row[0] for row in sql.fetch(ITEMS, {"any": True})]


by_each_read = pytest.mark.parametrize(
    "read", [property_ids, property_ids_by_statement]
)


@by_each_read
def test_it_sees_what_the_scope_holds(places: Places, read: Read) -> None:
    mohegan, foxwoods = places
    assert read() == []
    with scoped_to(mohegan.pk):
        assert read() == [mohegan.pk]
        with scoped_to(foxwoods.pk):
            assert read() == [foxwoods.pk]
        with scoped_to():
            assert read() == []
        assert read() == [mohegan.pk]
    with scoped_to(mohegan.pk, foxwoods.pk):
        assert read() == sorted([mohegan.pk, foxwoods.pk])
    with all_properties():
        assert read() == sorted([mohegan.pk, foxwoods.pk])
    assert read() == []


@contextmanager
def undone() -> Iterator[None]:
    """A transaction, or a savepoint of one, that is rolled back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@by_each_read
def test_a_transaction_that_is_undone_takes_its_scope_along(
    places: Places, read: Read
) -> None:
    """PostgreSQL takes a setting back that was made in it."""
    mohegan, foxwoods = places
    with scoped_to(mohegan.pk), undone():
        read()
        with scoped_to(foxwoods.pk):
            assert read() == [foxwoods.pk]
    with scoped_to(foxwoods.pk):
        assert read() == [foxwoods.pk]


@by_each_read
def test_it_goes_with_the_first_statement_of_what_is_undone(
    places: Places, read: Read
) -> None:
    """The scope is told together with that statement, which begins the transaction."""
    mohegan, foxwoods = places
    with scoped_to(mohegan.pk):
        assert read() == [mohegan.pk]
    with scoped_to(foxwoods.pk):
        with undone():
            read()
        assert read() == [foxwoods.pk]


def test_a_transaction_of_psycopg_that_is_undone_takes_its_scope_along(
    places: Places,
) -> None:
    mohegan, foxwoods = places
    with scoped_to(mohegan.pk):
        assert property_ids() == [mohegan.pk]
    with scoped_to(foxwoods.pk):
        with connection.connection.transaction(force_rollback=True):
            assert property_ids() == [foxwoods.pk]
        with connection.connection.transaction():
            assert property_ids() == [foxwoods.pk]


@by_each_read
def test_a_savepoint_that_is_undone_takes_its_scope_along(
    places: Places, read: Read
) -> None:
    mohegan, foxwoods = places
    with scoped_to(mohegan.pk), transaction.atomic():
        read()
        savepoint = transaction.savepoint()
        with scoped_to(foxwoods.pk):
            read()
            transaction.savepoint_rollback(savepoint)
            assert read() == [foxwoods.pk]
        assert read() == [mohegan.pk]


def test_a_statement_that_fails_leaves_no_foreign_scope(places: Places) -> None:
    mohegan, foxwoods = places
    with scoped_to(mohegan.pk):
        assert property_ids_by_statement() == [mohegan.pk]
    with scoped_to(foxwoods.pk):
        with pytest.raises(ProgrammingError):
            sql.fetch("select nothing", {})
        assert property_ids_by_statement() == [foxwoods.pk]


def test_it_writes_nothing_for_another_property(places: Places) -> None:
    mohegan, foxwoods = places
    with all_properties():
        talk = Conversation.objects.create(property=foxwoods)
    with scoped_to(mohegan.pk):
        for write in (
            lambda: FeatureFlag.objects.create(property=foxwoods, key="sms"),
            lambda: Turn.objects.create(conversation=talk, client_id=uuid4()),
            lambda: Item.objects.update(property=foxwoods),
        ):
            with pytest.raises(ProgrammingError, match="row-level security"):
                write()
        assert not Conversation.objects.filter(pk=talk.pk).update(language="es")
        assert not Property.objects.filter(pk=foxwoods.pk).update(name="Mine")


async def test_threads_see_what_their_own_context_may(places: Places) -> None:
    """Twenty works at once, on connections that go from one to the next."""

    async def look(place: Property) -> bool:
        with scoped_to(place.pk):
            for _ in range(5):
                if await database_threads.run(property_ids_by_statement) != [place.pk]:
                    return False
                if await database_threads.run(property_ids) != [place.pk]:
                    return False
            return True

    works = [look(places[number % 2]) for number in range(20)]
    assert all(await asyncio.gather(*works))
    assert await database_threads.run(property_ids) == []


async def test_a_thread_of_checkpoints_is_its_propertys(places: Places) -> None:
    mohegan, foxwoods = places
    threads = await database_threads.run(remember_each, places)
    try:
        for place, own in zip(places, threads, strict=True):
            with scoped_to(place.pk):
                for thread in threads:
                    await checkpoints.forget(str(thread))
            with all_properties():
                assert await database_threads.run(count, own) == 0
        with scoped_to(mohegan.pk):
            [foreign_thread] = await database_threads.run(remember_each, (foxwoods,))
            await checkpoints.forget(str(foreign_thread))
        with all_properties():
            assert await database_threads.run(count, foreign_thread) == 1
    finally:
        await loop_clients.close()


def remember_each(places: tuple[Property, ...]) -> list[object]:
    threads: list[object] = []
    with all_properties(), connection.cursor() as cursor:
        for place in places:
            talk = Conversation.objects.create(property=place)
            cursor.execute(
                "insert into langgraph.checkpoints (thread_id, checkpoint_id, "
                "checkpoint) values (%s, '1', '{}')",
                [str(talk.pk)],
            )
            threads.append(talk.pk)
    return threads


def count(thread: object) -> int:
    with connection.cursor() as cursor:
        query = "select count(*) from langgraph.checkpoints where thread_id = %s"
        cursor.execute(query, [str(thread)])
        return int(cursor.fetchone()[0])


def test_a_statement_in_the_same_scope_tells_nothing(places: Places) -> None:
    mohegan, _ = places
    session = connection.connection
    with scoped_to(mohegan.pk):
        property_ids()
        assert session.is_in_scope()
        assert session.pgconn.transaction_status == TransactionStatus.IDLE
