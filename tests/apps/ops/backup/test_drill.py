"""The drill: Sam's disk is gone, and a new server goes on from last night's backup."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings as project_settings
from django.core.management import call_command
from django.db import connection
from psycopg import sql
from psycopg.conninfo import make_conninfo
from pytest_django import Settings

from apps.conversations.models import Conversation, Message, Turn
from apps.ops.backup import tables
from apps.properties.models import Property
from tests import factories
from tests.site import environment

pytestmark = pytest.mark.slow

# One of triggers alone, on which no other migration depends.
NEWEST = ["knowledge", "0009_snapshot_has_documents"]


@pytest.fixture
def var(tmp_path: Path, settings: Settings, transactional_db: None) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.BACKUP_DIR = str(tmp_path / "backups")
    picture = tmp_path / "media/pictures/grill.webp"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"a picture" * 10_000)
    _fill(factories.PropertyFactory.create())
    return tmp_path


def _fill(place: Property) -> None:
    factories.RestaurantFactory.create(property=place, name="Grill “\\N”\t\n'")
    talk = Conversation.objects.create(property=place, language="es")
    turn = Turn.objects.create(conversation=talk, client_id=uuid4())
    Message.objects.create(
        conversation=talk, turn=turn, role="guest", text="¿Está abierto? \\. 🎰"
    )
    factories.StaffFactory.create()


@pytest.fixture
def new_server(transactional_db: None) -> Iterator[str]:
    """The address of an empty database; dropped at the end."""
    address = environment()["DATABASE_OWNER_URL"]
    name = f"restored_{uuid4().hex[:8]}"
    with psycopg.connect(address, dbname="postgres", autocommit=True) as server:
        server.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        yield make_conninfo(address, dbname=name)
        drop = sql.SQL("drop database {} with (force)")
        server.execute(drop.format(sql.Identifier(name)))


def _manage(*command: str, database: str, var: Path, stdin: bytes = b"") -> bytes:
    serving = make_conninfo(database, user=connection.settings_dict["USER"])
    own = {"DATABASE_URL": serving, "DATABASE_OWNER_URL": database}
    own |= {"CONCIERGE_VAR": str(var), "BACKUP_DIR": ""}
    ended = subprocess.run(
        [sys.executable, "manage.py", *command],
        input=stdin,
        capture_output=True,
        cwd=project_settings.BASE_DIR,
        env={**environment(), "DATABASE_POOL": "false", **own},
        check=False,
    )
    assert ended.returncode == 0, ended.stderr.decode()
    return ended.stdout


def _contents(address: str) -> dict[str, list[bytes]]:
    with psycopg.connect(address) as database, database.cursor() as cursor:
        contents = {}
        for table in tables.all_tables():
            with cursor.copy(table.copy("to stdout")) as copy:
                contents[table.label] = sorted(b"".join(copy).splitlines())
    return contents


def test_a_new_server_has_every_row_and_picture(var: Path, new_server: str) -> None:
    old_server, new_var = environment()["DATABASE_OWNER_URL"], var / "new"
    backup = _manage("backup", "-", database=old_server, var=var)
    report = _manage("restore", "-", database=new_server, var=new_var, stdin=backup)
    assert report.startswith(b"Restored: ")
    old, new = _contents(old_server), _contents(new_server)
    assert old == new
    assert len(old["public.conversations_message"]) == 1
    picture = "media/pictures/grill.webp"
    assert (new_var / picture).read_bytes() == (var / picture).read_bytes()
    with psycopg.connect(new_server) as database:
        row = database.execute(
            "select nextval(pg_get_serial_sequence('catalog_item', 'id')) "
            "> (select max(id) from catalog_item)"
        ).fetchone()
        assert row == (True,)
        [enabled] = database.execute(
            "select bool_and(tgenabled = 'O') from pg_trigger where not tgisinternal"
        ).fetchone() or (None,)
        assert enabled


@pytest.mark.nightly  # the other drill runs every time
def test_a_newer_version_takes_an_older_backup(var: Path, new_server: str) -> None:
    """As if the last migration had been written after the backup."""
    path, older = var / "now.tar.gz", var / "older.tar.gz"
    call_command("backup", str(path))
    _rewrite(path, older, lambda manifest: manifest["migrations"].remove(NEWEST))
    _manage("restore", str(older), database=new_server, var=var / "new")
    with psycopg.connect(new_server) as database:
        query = "select count(*) from pg_proc where proname = %s"
        function = "knowledge_vector_changed"
        assert database.execute(query, [function]).fetchone() == (1,)
        query = "select count(*) from conversations_message"
        assert database.execute(query).fetchone() == (1,)


def _rewrite(path: Path, target: Path, change: Any) -> None:
    """The same backup with another manifest."""
    with tarfile.open(path) as source, tarfile.open(target, "w:gz") as copy:
        for entry in source:
            file = source.extractfile(entry)
            assert file is not None
            content = file.read()
            if entry.name == "manifest.json":
                manifest = json.loads(content)
                change(manifest)
                content = json.dumps(manifest).encode()
            entry.size = len(content)
            copy.addfile(entry, io.BytesIO(content))
