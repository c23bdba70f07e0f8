"""Creates LangGraph's tables; runs again when an upgrade brings new ones."""

from __future__ import annotations

from typing import Any

import psycopg
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from langgraph.checkpoint.postgres import PostgresSaver
from psycopg.rows import dict_row

from apps.concierge.checkpoints import SCHEMA, dsn


def create(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The operation of the first migration; `setup` knows what is already there."""
    with psycopg.connect(dsn(), autocommit=True, row_factory=dict_row) as connection:
        connection.execute(f"create schema if not exists {SCHEMA}")
        connection.execute(f"set search_path to {SCHEMA}")
        PostgresSaver(connection).setup()
