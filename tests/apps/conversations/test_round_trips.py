"""A turn asks PostgreSQL as seldom as it can, counted where the bytes leave."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from django.db import connection, connections
from django.db.backends.signals import connection_created
from psycopg.pq import Trace

from apps.concierge import checkpoints
from apps.conversations.models import Turn
from apps.conversations.turns.active_turn import TurnRequest
from apps.conversations.turns.lease_renewal import LeaseRenewal
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_scope, database_threads, patterns
from apps.knowledge import passage_words
from apps.properties.models import Property
from concierge_project.settings import databases
from tests import factories

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
IS_PREPARED = patterns.compile(r"_pg3_\d+")
# What libpq writes of the messages that it sends: the text of a statement, or the name
# that it was prepared under.
_SENT = patterns.compile(
    r'(?m)^F\t\d+\t(?:Query\t "(.*)|Bind\t "" "(\w+)".*|(Parse)\t.*)'
)


class Wire:
    """What the pool's one connection sends and receives, as libpq sees it."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w+b", buffering=0)
        self._pgconn: Any = None

    def watch(self, connection: Any, **_: object) -> None:
        """A receiver of Django's signal for a connection that is opened."""
        self._pgconn = connection.connection.pgconn

    def begin(self) -> None:
        self._pgconn.trace(self._file.fileno())
        self._pgconn.set_trace_flags(Trace.SUPPRESS_TIMESTAMPS)

    def end(self) -> tuple[list[str], int]:
        """Statements, and answers of the server that the turn waited for."""
        self._pgconn.untrace()
        self._file.seek(0)
        text = self._file.read().decode()
        statements = ["".join(filter(None, sent)) for sent in _SENT.findall(text)]
        return statements, text.count("ReadyForQuery")


@pytest.fixture
def wire(resort: Property, tmp_path: Path) -> Iterator[Wire]:
    """Everything runs on one connection of a pool, as in a web process.

    In threads of its own: others may still have connections of before.
    """
    options = connections["default"].settings_dict["OPTIONS"]
    pooled = databases.postgres("", has_pool=True)["default"]["OPTIONS"]
    one_connection = {**pooled, "pool": {**pooled["pool"], "max_size": 1}}
    django_connection: Any = connections["default"]
    django_connection.close()
    watched = Wire(tmp_path / "wire")
    passage_words.forget_stems()
    with (
        patch.dict(options, one_connection),
        patch.object(LeaseRenewal, "start"),
        ThreadPoolExecutor(database_threads.MOST) as threads,
        patch.object(database_threads, "_executor", return_value=threads),
    ):
        connection_created.connect(watched.watch)
        yield watched
        connection_created.disconnect(watched.watch)
        django_connection.close()
        django_connection.close_pool()


@pytest.fixture
def _no_other_pool() -> Iterator[None]:
    """LangGraph's own saver has connections that nobody watches here."""
    with patch.object(checkpoints, "saver", side_effect=AssertionError):
        yield


@pytest.mark.usefixtures("_no_other_pool")
async def test_a_turn_is_four_statements_and_as_many_round_trips(
    wire: Wire, resort: Property, turns: TurnRunner
) -> None:
    thread_id = uuid4()
    for text in ("Is parking free?", "Is Ballo open?"):
        await take(turns, resort, thread_id, text)
    wire.begin()
    await take(turns, resort, thread_id, "What is the dress code at Ballo?")
    statements, round_trips = wire.end()
    # Begun; the stamp of the snapshot with the thread's memory; the stems of new words;
    # the end of the turn, which stores the memory as well.
    assert len(statements) == round_trips == 4, statements
    assert all(map(IS_PREPARED.fullmatch, statements)), statements
    assert await database_threads.run(count_checkpoints, thread_id) == 3


@pytest.mark.usefixtures("_no_other_pool")
async def test_a_turn_of_known_words_is_three_statements(
    wire: Wire, resort: Property, turns: TurnRunner
) -> None:
    thread_id = uuid4()
    for text in ("Is parking free?", "What is the dress code at Ballo?"):
        await take(turns, resort, thread_id, text)
    wire.begin()
    await take(turns, resort, thread_id, "Is the dress code at Ballo free?")
    statements, round_trips = wire.end()
    assert len(statements) == round_trips == 3, statements


@pytest.mark.usefixtures("_no_other_pool")
async def test_features_and_an_experiment_cost_no_statement(
    wire: Wire, resort: Property, turns: TurnRunner
) -> None:
    await database_threads.run(switch_and_experiment, resort)
    thread_id = uuid4()
    for text in ("Is parking free?", "Is Ballo open?"):
        await take(turns, resort, thread_id, text)
    wire.begin()
    await take(turns, resort, thread_id, "What is the dress code at Ballo?")
    statements, round_trips = wire.end()
    assert len(statements) == round_trips == 4, statements
    assert await database_threads.run(Turn.objects.exclude(arm=None).count) == 3


@pytest.mark.usefixtures("_no_other_pool")
async def test_a_turn_of_another_property_waits_for_the_server_no_more_often(
    foxwoods: Property, wire: Wire, resort: Property, turns: TurnRunner
) -> None:
    """The connection's scope changes with the first statement of the turn."""
    thread_id = uuid4()
    for text in ("Is parking free?", "Is Ballo open?"):
        await take(turns, resort, thread_id, text)
    with database_scope.scoped_to(foxwoods.pk):
        await database_threads.run(Turn.objects.count)
    wire.begin()
    await take(turns, resort, thread_id, "What is the dress code at Ballo?")
    statements, round_trips = wire.end()
    first_statement, *prepared = statements
    assert first_statement == "Parse"
    assert len(prepared) == round_trips == 4, statements
    assert all(map(IS_PREPARED.fullmatch, prepared)), statements


def switch_and_experiment(place: Property) -> None:
    place.feature_flags.create(key="planner", is_on=False)
    factories.run_experiment(place)


def count_checkpoints(thread_id: UUID) -> int:
    statement = "select count(*) from langgraph.checkpoints where thread_id = %s"
    with connection.cursor() as cursor:
        cursor.execute(statement, [str(thread_id)])
        return int(cursor.fetchone()[0])


async def take(turns: TurnRunner, place: Property, thread_id: UUID, text: str) -> None:
    await turns.take(TurnRequest(place.pk, thread_id, uuid4(), text, "en"))
    await turns.settled()
