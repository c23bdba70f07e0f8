"""Fixtures that add rows to `resort`: the first test makes them, others get copies.

Making a few rows with their index takes longer than the turn that a test asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.db import connection, transaction

from apps.infrastructure.postgresql import roles
from apps.llm.embeddings import embedder
from apps.properties.models import Property
from tests.stored_rows import StoredRows


class Addition(NamedTuple):
    """before: the rows without it, of the tables that it changes."""

    before: StoredRows
    inserts: str


class Additions:
    """What fixtures have added so far, each to the rows that were there before."""

    def __init__(self) -> None:
        self._by_fixture: dict[tuple[str, str, str], Addition] = {}

    def add(self, make: Callable[[Property], Any], resort: Property) -> None:
        """Writes what `make` adds, with the same ids where nothing else differs."""
        key = make.__module__, make.__qualname__, embedder().name
        addition = self._by_fixture.get(key)
        if addition and _are_there(addition.before):
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(addition.inserts)
            return
        before = StoredRows()
        make(resort)
        rows = StoredRows(before)
        self._by_fixture[key] = Addition(before.only(rows.by_table), rows.inserts())


def _are_there(rows: StoredRows) -> bool:
    with roles.owner():
        return rows.are_there()


@pytest.fixture(scope="session")
def additions() -> Additions:
    return Additions()


def adds_rows(make: Callable[[Property], Any]) -> Any:
    """Decorates in place of `pytest.fixture` what adds rows to `resort`."""

    def added(resort: Property, additions: Additions) -> Property:
        additions.add(make, resort)
        return resort

    added.__name__, added.__doc__ = make.__name__, make.__doc__
    added.__module__ = make.__module__
    return pytest.fixture(added)
